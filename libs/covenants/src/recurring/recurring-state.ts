import { bigIntToBinUint64LE, binToHex } from '@bitauth/libauth';
import { initialProgress, MIN_TIME, type PaymentProgress } from '@weir/payments';
import { readHex, readUnsigned } from '../bytes/read-bytes.js';
import type { RecurringParameters } from './recurring-parameters.js';

/** Statuses in the order of their bytes. */
const STATUSES = ['ACTIVE', 'CANCELLED', 'PAUSING', 'PAUSED'] as const;
/** Status of a recurring contract. */
export type RecurringStatus = (typeof STATUSES)[number];

/**
 * What changes in a recurring contract, as held by its NFT commitment. 17 bytes: version 01, status (00 active, 01
 * cancelled, 02 pausing, 03 paused), periods paid, next due, latest locktime (5 bytes each), little-endian.
 *
 * PAUSING: the sender has paused, and until the notice is over what falls due may still be pushed. PAUSED: the pause
 * is settled, nothing falls due, and `nextDue` is meaningless until a resume sets it anew.
 */
export interface RecurringState extends PaymentProgress {
  readonly status: RecurringStatus;
  /** The latest locktime that a transition has used, Unix seconds; no later timed transition may be dated before it. */
  readonly latest: bigint;
}

const VERSION = 0x01;
/** Length of a state's commitment, bytes; an NFT at the address with another length is no state. */
export const RECURRING_COMMITMENT_LENGTH = 17;

/** Returns the state that a deployment starts with; its funding must carry exactly this. */
export const initialRecurringState = ({ plan }: Pick<RecurringParameters, 'plan'>): RecurringState => ({
  status: 'ACTIVE',
  ...initialProgress(plan),
  latest: MIN_TIME,
});

/** Whether a notice runs: the clock holds the fungible unit, and pushes take their fee from the reserve. */
export const isNoticed = ({ status }: Pick<RecurringState, 'status'>): boolean =>
  status === 'CANCELLED' || status === 'PAUSING';

const five = (value: bigint): Uint8Array => bigIntToBinUint64LE(value).slice(0, 5);

/** Encodes a state as its commitment, hex. */
export const encodeRecurringState = ({ status, paid, nextDue, latest }: RecurringState): string =>
  binToHex(Uint8Array.of(VERSION, STATUSES.indexOf(status), ...five(paid), ...five(nextDue), ...five(latest)));

/** Decodes a commitment (hex); undefined where it is not that of a recurring contract. */
export const decodeRecurringState = (commitment: string): RecurringState | undefined => {
  const bytes = readHex(commitment);
  const status = STATUSES[bytes?.[1] ?? STATUSES.length];
  if (bytes?.length !== RECURRING_COMMITMENT_LENGTH || bytes[0] !== VERSION || status === undefined) return undefined;
  const integer = (offset: number) => readUnsigned(bytes, offset, offset + 5);
  return { status, paid: integer(2), nextDue: integer(7), latest: integer(12) };
};
