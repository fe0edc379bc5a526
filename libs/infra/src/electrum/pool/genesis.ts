import type { Network } from '@weir/covenants';

const TESTNET4 = '000000001dd410c49a788668ce26751718cc797474d3152a5fc073dd44fd9f7b';

const HASHES: Readonly<Partial<Record<Network, string>>> = {
  mainnet: '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f',
  testnet3: '000000000933ea01ad0ee984209779baaec3ced90fa3f408719526f8d77f4943',
  testnet4: TESTNET4,
  // Chipnet left testnet4 after its first blocks: this check cannot tell them apart.
  chipnet: TESTNET4,
  regtest: '0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206',
};

/** The highest targets that headers may have. */
export interface EasiestTargets {
  /** Highest target of any block of the chain. */
  readonly block: bigint;
  /** Highest target of the newest blocks. */
  readonly tip: bigint;
}

/** Difficulty 1, with which every public network began, and to which the test networks may fall back. */
const PUBLIC = 0xffffn << 208n;
/** Regtest's: every other hash will do. */
const LOCAL = 0x7fffffn << 232n;
/**
 * 2^28 of difficulty, about a thousandth of what the main network has asked for since 2018, and 2^60 hashes a block: out of reach
 * for an attacker who wants to fake a chain.
 */
const MAINNET_TIP = PUBLIC >> 28n;

/** Returns the least work that is accepted on a chain, by the hash of its block 0; undefined for a local chain. */
export const easiestTargetsOf = (genesisHash: string | undefined): EasiestTargets => {
  if (genesisHash === undefined || genesisHash === HASHES.regtest) return { block: LOCAL, tip: LOCAL };
  return { block: PUBLIC, tip: genesisHash === HASHES.mainnet ? MAINNET_TIP : PUBLIC };
};

/**
 * Returns the hash of a network's block 0, display order; undefined for the devnet, whose chains each have their own.
 */
export const genesisHashOf = (network: Network): string | undefined => HASHES[network];
