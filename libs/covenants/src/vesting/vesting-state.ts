import { bigIntToBinUint64LE, binToHex } from '@bitauth/libauth';
import { MIN_TIME } from '@weir/vesting';
import { readHex, readUnsigned } from '../bytes/read-bytes.js';

/**
 * What changes in a vesting contract, as held by its NFT commitment. 15 bytes: version 01, status (00 active, 01
 * cancelled), released (8 bytes), latest locktime (5 bytes), little-endian.
 */
export interface VestingState {
  readonly status: 'ACTIVE' | 'CANCELLED';
  /** Paid to the recipient so far, units of the asset. */
  readonly released: bigint;
  /** The latest locktime that a transition has used, Unix seconds; no later transition may be dated before it. */
  readonly latest: bigint;
}

const VERSION = 0x01;
/** Length of a state's commitment, bytes; an NFT at the address with another length is no state. */
export const VESTING_COMMITMENT_LENGTH = 15;
const STATUS_BYTES = { ACTIVE: 0x00, CANCELLED: 0x01 } as const;

/** The state that a deployment starts with; its funding must carry exactly this. */
export const INITIAL_VESTING_STATE: VestingState = { status: 'ACTIVE', released: 0n, latest: MIN_TIME };

/** Encodes a state as its commitment, hex. */
export const encodeVestingState = ({ status, released, latest }: VestingState): string =>
  binToHex(
    Uint8Array.of(
      VERSION,
      STATUS_BYTES[status],
      ...bigIntToBinUint64LE(released),
      ...bigIntToBinUint64LE(latest).slice(0, 5),
    ),
  );

/** Decodes a commitment (hex); undefined where it is not that of a vesting contract. */
export const decodeVestingState = (commitment: string): VestingState | undefined => {
  const bytes = readHex(commitment);
  if (bytes?.length !== VESTING_COMMITMENT_LENGTH || bytes[0] !== VERSION) return undefined;
  if (bytes[1] !== STATUS_BYTES.ACTIVE && bytes[1] !== STATUS_BYTES.CANCELLED) return undefined;
  return {
    status: bytes[1] === STATUS_BYTES.ACTIVE ? 'ACTIVE' : 'CANCELLED',
    released: readUnsigned(bytes, 2, 10),
    latest: readUnsigned(bytes, 10, 15),
  };
};
