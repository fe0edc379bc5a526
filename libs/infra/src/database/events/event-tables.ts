import type { GeneratedAlways } from 'kysely';
import type { Amount, DatabaseSeconds, Optional } from '../columns.js';
import type { RecordSource, ResourceType } from '../record-types.js';

/**
 * `recorded`: a step was seen for the first time; `rolled_back`: the chain dropped it; `restored`: it came back;
 * `completed`: with it everything is paid.
 */
export type EventKind = 'recorded' | 'restored' | 'rolled_back' | 'completed';

/** `replaced`: another transaction spends what it spent; `vanished`: nobody has it any more. */
export type RollbackReason = 'replaced' | 'vanished';

/** What happened to a resource; rows stay forever, also those of steps that were rolled back. */
export interface ResourceEventsTable {
  id: GeneratedAlways<number>;
  resourceType: ResourceType;
  resourceId: string;
  kind: EventKind;
  /** Which kind of step. */
  transition: string;
  txHash: string;
  amount: Amount;
  source: RecordSource;
  /** Of a rollback, and only of one. */
  reason: Optional<RollbackReason>;
  replacedBy: Optional<string>;
  createdAt: DatabaseSeconds;
}
