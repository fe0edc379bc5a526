import type { Outpoint } from '../chain/outpoint.js';
import type { Party } from '../chain/party.js';
import type { ContractState } from './stream-schedule.types.js';

/** Status of a live contract. PAUSING: paused, and the notice still runs; PAUSED: settled, nothing falls due. */
export type StreamStatus = 'ACTIVE' | 'PAUSING' | 'PAUSED' | 'CANCELLED';

/**
 * The kinds of step after a funding. A push is a payment that the recipient did not sign. `announce` names another address, `undo` the
 * recipient's own; `finish` moves there, and `keep` follows an undo: the stream stays with its recipient.
 */
export type StreamStepKind =
  | ('claim' | 'push' | 'cancel' | 'refund' | 'pause' | 'settle' | 'resume')
  | ('announce' | 'undo' | 'finish' | 'keep');

/** An address that a step names or moves to. */
export interface StepAddress {
  /** Locking bytecode. */
  readonly party: Party;
  /** Its plain form; of no standard kind, which others than this library may announce, its key. See `movedKey`. */
  readonly address: string;
}

/** How far a recurring stream is: periods paid, and Unix seconds of the next. */
export interface StreamProgress {
  readonly paid: bigint;
  readonly nextDue: bigint;
}

/** One step of a contract, read from the transaction that spent its state. Amounts in units of the asset. */
export interface StreamStep {
  readonly kind: StreamStepKind;
  readonly txid: string;
  readonly spent: Outpoint;
  /** The state that it left, with the clock of a notice that runs; undefined when it ended the contract. */
  readonly next: ContractState | undefined;
  /** The status after it; undefined when it ended the contract. */
  readonly status: StreamStatus | undefined;
  /** Paid to the recipient before it, and in all after it. Never more than the total: gifts beyond it do not count. */
  readonly releasedBefore: bigint;
  readonly released: bigint;
  readonly paidToRecipient: bigint;
  readonly paidToSender: bigint;
  /** Unix seconds; 0 for a refund, a settling and what moves to another address, which depend on no time. */
  readonly locktime: bigint;
  /** By how much the step changes what the contract holds for the sender's refund; of a cancel all of it. */
  readonly refundable: bigint;
  /** Where an announcement says that it moves, or where a finish has moved it; undefined for any other step. */
  readonly moved: StepAddress | undefined;
  /** Progress of a recurring contract after it, and the periods it paid; undefined for any other. */
  readonly recurring: { readonly progress: StreamProgress; readonly periods: bigint } | undefined;
}
