import { bigIntToBinUint64LE, binToHex } from '@bitauth/libauth';
import { initialProgress, MIN_TIME, type PaymentProgress } from '@weir/payments';
import { readHex, readUnsigned } from '../bytes/read-bytes.js';
import type { RecurringParameters } from './recurring-parameters.js';

/** In the order of their status bytes. */
const STATUSES = ['ACTIVE', 'CANCELLED', 'PAUSING', 'PAUSED'] as const;
export type RecurringStatus = (typeof STATUSES)[number];

/**
 * What changes in a recurring contract, as its NFT commitment holds it. 17 bytes: version 01, status (00 active,
 * 01 cancelled, 02 pausing, 03 paused), periods paid, next due, latest locktime (5 bytes each), little-endian.
 *
 * PAUSING: the sender has paused, and until the notice is over what falls due may still be pushed. PAUSED: the pause is
 * settled, nothing falls due, and `nextDue` means nothing until a resume sets it anew.
 */
export interface RecurringState extends PaymentProgress {
  readonly status: RecurringStatus;
  /** The latest locktime used by a transition, Unix seconds; no timed transition may be dated before it. */
  readonly latest: bigint;
}

const VERSION = 0x01;
/** Bytes of a state's commitment; what has another length at the address is no state. */
export const RECURRING_COMMITMENT_LENGTH = 17;

/** The state a deployment starts with; its genesis must carry exactly this. */
export const initialRecurringState = ({ plan }: Pick<RecurringParameters, 'plan'>): RecurringState => ({
  status: 'ACTIVE',
  ...initialProgress(plan),
  latest: MIN_TIME,
});

/** Whether a notice runs: the fungible unit is in the clock, and pushes take their fee from the reserve. */
export const isNoticed = ({ status }: Pick<RecurringState, 'status'>): boolean =>
  status === 'CANCELLED' || status === 'PAUSING';

const five = (value: bigint): Uint8Array => bigIntToBinUint64LE(value).slice(0, 5);

/** The commitment of a state, hex. */
export const encodeRecurringState = ({ status, paid, nextDue, latest }: RecurringState): string =>
  binToHex(Uint8Array.of(VERSION, STATUSES.indexOf(status), ...five(paid), ...five(nextDue), ...five(latest)));

/** The state a commitment (hex) holds, or undefined when it is not one of a recurring contract. */
export const decodeRecurringState = (commitment: string): RecurringState | undefined => {
  const bytes = readHex(commitment);
  const status = STATUSES[bytes?.[1] ?? STATUSES.length];
  if (bytes?.length !== RECURRING_COMMITMENT_LENGTH || bytes[0] !== VERSION || status === undefined) return undefined;
  const integer = (offset: number) => readUnsigned(bytes, offset, offset + 5);
  return { status, paid: integer(2), nextDue: integer(7), latest: integer(12) };
};
