import { binToHex, binToNumberUint32LE, hexToBin, numberToBinUint32LE } from '@bitauth/libauth';

/** What changes in a vault, as its NFT commitment holds it. 6 bytes: version 01, status 00, spends (4, little-endian). */
export interface VaultState {
  /** Spends so far: of two transactions that were agreed on side by side, the second one finds another number. */
  readonly spends: number;
}

const VERSION = 0x01;
const STATUS_ACTIVE = 0x00;
const COMMITMENT_LENGTH = 6;

/** The covenant counts in a signed number of four bytes; a vault that got there can only be closed. */
export const MAX_VAULT_SPENDS = 0x7fffffff;

/** The state a vault starts with; its genesis must carry exactly this. */
export const INITIAL_VAULT_STATE: VaultState = { spends: 0 };

/** The commitment of a state, hex. */
export const encodeVaultState = ({ spends }: VaultState): string =>
  binToHex(Uint8Array.of(VERSION, STATUS_ACTIVE, ...numberToBinUint32LE(spends)));

/** The state a commitment (hex) holds, or undefined when it is not one of a vault. */
export const decodeVaultState = (commitment: string): VaultState | undefined => {
  const bytes = hexToBin(commitment);
  if (bytes.length !== COMMITMENT_LENGTH || bytes[0] !== VERSION || bytes[1] !== STATUS_ACTIVE) return undefined;
  return { spends: binToNumberUint32LE(bytes.slice(2)) };
};
