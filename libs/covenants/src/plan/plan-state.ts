/** The state of a vesting stream, and the terms of its own. Amounts in units of the asset, times in Unix seconds. */
export interface VestingSlot {
  readonly kind: 'VESTING';
  /** 1 to 32,767, unique in its funding; while no notice runs the state holds as many fungible units. */
  readonly index: number;
  /** Paid to the recipient so far. */
  readonly released: bigint;
  readonly start: bigint;
  readonly end: bigint;
  /** hash160 of the recipient's locking bytecode. */
  readonly recipient: Uint8Array;
  /** hash160 of the locking bytecode that a pending move names; the recipient's own once it is undone. */
  readonly movesTo?: Uint8Array | undefined;
}

/**
 * Status of a recurring stream. PAUSING: a notice runs, after which anybody settles it to PAUSED. CANCELLED: a notice
 * runs, after which anybody refunds.
 */
export type RecurringSlotStatus = 'ACTIVE' | 'PAUSING' | 'PAUSED' | 'CANCELLED';

/**
 * Which unpaid periods of a recurring stream may fall due: all; or, once a pause has been settled, only the one that
 * ran then; or, once that has been paid as well, none until a resume. Cancelling a paused stream keeps the value.
 */
export type OpenPeriods = 'ALL' | 'ONE' | 'NONE';

/** The state of a recurring stream, and the terms of its own. Amounts in units of the asset, times in Unix seconds. */
export interface RecurringSlot {
  readonly kind: 'RECURRING';
  /** 1 to 32,767, unique in its funding; while no notice runs the state holds as many fungible units. */
  readonly index: number;
  readonly status: RecurringSlotStatus;
  readonly open: OpenPeriods;
  /** Number of periods still to be paid, the first of them at `next`. */
  readonly unpaid: number;
  /** When the next period falls due. */
  readonly next: bigint;
  /** What each period pays; the last one pays all the principal that is left. */
  readonly amount: bigint;
  /** hash160 of the recipient's locking bytecode. */
  readonly recipient: Uint8Array;
  /** hash160 of the locking bytecode that a pending move names; the recipient's own once it is undone. */
  readonly movesTo?: Uint8Array | undefined;
}

/**
 * The state of one stream of a plan, as its commitment holds it. In BCH the commitment also holds the reserve, which
 * is kept apart here.
 */
export type PlanState = VestingSlot | RecurringSlot;
