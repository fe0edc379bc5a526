import type { RecordSource } from '../record-types.js';
import type { EventKind, RollbackReason } from './event-tables.js';

/** Something that happened to a resource. Amounts in base units, hashes hex in display order. */
export interface NewEvent {
  readonly kind: EventKind;
  /** Which kind of step was recorded, rolled back, ...: `fund`, `claim`, ... */
  readonly transition: string;
  readonly txHash: string;
  readonly amount: bigint;
  readonly source: RecordSource;
  /** Why it was rolled back; null for every other kind. */
  readonly because: RollbackCause | null;
}

/** Why the chain dropped a step. */
export interface RollbackCause {
  readonly reason: RollbackReason;
  /** The transaction that spends what it spent, where it was replaced. */
  readonly replacedBy: string | null;
}

/** An event as it is stored. */
export interface EventRecord extends NewEvent {
  /** Grows with time, over all resources. */
  readonly id: number;
  /** Unix seconds. */
  readonly createdAt: number;
}
