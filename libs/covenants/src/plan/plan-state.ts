/** What changes in a vesting stream, and its own terms. Amounts are units of the asset, times Unix seconds. */
export interface VestingSlot {
  readonly kind: 'VESTING';
  /** 1 to 32,767, unique in its funding; while active the state holds as many fungible units. */
  readonly index: number;
  /** Paid to the recipient so far. */
  readonly released: bigint;
  readonly start: bigint;
  readonly end: bigint;
  /** hash160 of the recipient's locking bytecode. */
  readonly recipient: Uint8Array;
}

/** PAUSING: a notice runs, then anybody settles it to PAUSED. CANCELLED: a notice runs, then anybody refunds. */
export type RecurringSlotStatus = 'ACTIVE' | 'PAUSING' | 'PAUSED' | 'CANCELLED';

/**
 * Which of a salary's unpaid periods may fall due: all of them; or, since a pause was settled, only the one that ran then;
 * or, once that has been paid too, none until a resume. A cancel of a paused salary keeps it as it is.
 */
export type OpenPeriods = 'ALL' | 'ONE' | 'NONE';

/** What changes in a salary, and its own terms. Amounts are units of the asset, times Unix seconds. */
export interface RecurringSlot {
  readonly kind: 'RECURRING';
  /** 1 to 32,767, unique in its funding; the state holds as many fungible units but while a notice runs. */
  readonly index: number;
  readonly status: RecurringSlotStatus;
  readonly open: OpenPeriods;
  /** Periods that are still to be paid, the first of them at `next`. */
  readonly unpaid: number;
  /** When the next period falls due. */
  readonly next: bigint;
  /** What each period pays; the last one pays all the principal that is left. */
  readonly amount: bigint;
  /** hash160 of the recipient's locking bytecode. */
  readonly recipient: Uint8Array;
}

/** The state of one stream of a plan, as its commitment holds it; the reserve of one in BCH stands there too, but apart from it here. */
export type PlanState = VestingSlot | RecurringSlot;

/** Bytes of a recipient's hash. */
export const RECIPIENT_HASH_LENGTH = 20;
