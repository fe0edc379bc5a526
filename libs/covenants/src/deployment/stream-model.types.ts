import type { Outpoint } from '../chain/outpoint.js';
import type { ContractState } from './stream-schedule.types.js';

/** Status of a live contract. PAUSING: paused, and the notice still runs; PAUSED: settled, nothing falls due. */
export type StreamStatus = 'ACTIVE' | 'PAUSING' | 'PAUSED' | 'CANCELLED';

/** The kinds of step after a funding. A push is a payment that the recipient did not sign. */
export type StreamStepKind = 'claim' | 'push' | 'cancel' | 'refund' | 'pause' | 'settle' | 'resume';

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
  /** Unix seconds; 0 for a refund and a settling, which depend on no time. */
  readonly locktime: bigint;
  /** By how much the step changes what the contract holds for the sender's refund; of a cancel all of it. */
  readonly refundable: bigint;
  /** Progress of a recurring contract after it, and the periods it paid; undefined for any other. */
  readonly recurring: { readonly progress: StreamProgress; readonly periods: bigint } | undefined;
}
