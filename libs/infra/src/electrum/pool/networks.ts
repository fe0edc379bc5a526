import type { Network } from '@weir/covenants';

const TESTNET4 = '000000001dd410c49a788668ce26751718cc797474d3152a5fc073dd44fd9f7b';

const HASHES: Readonly<Partial<Record<Network, string>>> = {
  mainnet: '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f',
  testnet3: '000000000933ea01ad0ee984209779baaec3ced90fa3f408719526f8d77f4943',
  testnet4: TESTNET4,
  // Chipnet left testnet4 after its first blocks: this check cannot distinguish them.
  chipnet: TESTNET4,
  regtest: '0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206',
};

/** What is known of a chain without reading it. */
export interface ChainFacts {
  /** Highest target that the newest blocks may have. */
  readonly easiestTip: bigint;
  /** Returns the highest target that the block of a height may have. */
  readonly easiestAt: (height: number) => bigint;
  /** The first height whose block may hold tokens. */
  readonly tokensFrom: number;
}

/** Difficulty 1, with which every public network began, and to which the test networks may fall back. */
const PUBLIC = 0xffffn << 208n;
/** Regtest's: every other hash will do. */
const LOCAL = 0x7fffffn << 232n;
/**
 * 2^28 of difficulty, about a thousandth of what the main network has asked for since 2018, and 2^60 hashes a block: out of reach
 * for an attacker who wants to fake a chain.
 */
const MAINNET = PUBLIC >> 28n;
/** From this height on (May 2014: 2^32 of difficulty) no block of the main network was easier than that. */
const MAINNET_FROM = 300_000;
/** The block of the main network after which tokens exist (May 2023). */
const MAINNET_TOKENS_FROM = 792_772;

const always = (target: bigint): ChainFacts => ({ easiestTip: target, easiestAt: () => target, tokensFrom: 0 });

/** Returns what is known of a chain by the hash of its block 0; undefined for a local chain. */
export const chainFactsOf = (genesisHash: string | undefined): ChainFacts => {
  if (genesisHash === undefined || genesisHash === HASHES.regtest) return always(LOCAL);
  if (genesisHash !== HASHES.mainnet) return always(PUBLIC);
  const easiestAt = (height: number): bigint => (height < MAINNET_FROM ? PUBLIC : MAINNET);
  return { easiestTip: MAINNET, easiestAt, tokensFrom: MAINNET_TOKENS_FROM };
};

/**
 * Returns the hash of a network's block 0, display order; undefined for the devnet, whose chains each have their own.
 */
export const genesisHashOf = (network: Network): string | undefined => HASHES[network];

/** Public servers of each network. The local networks have none. */
const DEFAULTS: Readonly<Record<Network, readonly string[]>> = {
  mainnet: ['wss://bch.imaginary.cash:50004', 'wss://electrum.imaginary.cash:50004', 'wss://blackie.c3-soft.com:50004'],
  chipnet: ['wss://chipnet.imaginary.cash:50004', 'wss://chipnet.bch.ninja:50004', 'wss://blackie.c3-soft.com:64004'],
  testnet3: [
    'wss://testnet.bitcoincash.network:60004',
    'wss://tbch.loping.net:60004',
    'wss://blackie.c3-soft.com:60004',
  ],
  testnet4: ['wss://testnet4.imaginary.cash:50004'],
  regtest: [],
  devnet: [],
};

/** Returns the default Electrum servers of a network. */
export const defaultElectrumUrls = (network: Network): readonly string[] => DEFAULTS[network];
