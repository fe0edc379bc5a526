import { binToHex, binToNumberUint32LE, hexToBin, numberToBinUint32LE } from '@bitauth/libauth';

/**
 * What changes in a vault, as held by its NFT commitment. 6 bytes: version 01, status 00, spends (4, little-endian).
 */
export interface VaultState {
  /** Spends so far. Of two transactions agreed on side by side, the second finds another number. */
  readonly spends: number;
}

const VERSION = 0x01;
const STATUS_ACTIVE = 0x00;
const COMMITMENT_LENGTH = 6;

/**
 * Largest count of spends: the covenant counts in a signed number of four bytes. A vault that got there can only be
 * closed.
 */
export const MAX_VAULT_SPENDS = 0x7fffffff;

/** The state that a vault starts with; its first deposit must carry exactly this. */
export const INITIAL_VAULT_STATE: VaultState = { spends: 0 };

/** Encodes a state as its commitment, hex. */
export const encodeVaultState = ({ spends }: VaultState): string =>
  binToHex(Uint8Array.of(VERSION, STATUS_ACTIVE, ...numberToBinUint32LE(spends)));

/** Decodes a commitment (hex); undefined where it is not that of a vault. */
export const decodeVaultState = (commitment: string): VaultState | undefined => {
  const bytes = hexToBin(commitment);
  if (bytes.length !== COMMITMENT_LENGTH || bytes[0] !== VERSION || bytes[1] !== STATUS_ACTIVE) return undefined;
  return { spends: binToNumberUint32LE(bytes.slice(2)) };
};
