import type { Database } from '../create-database.js';
import type { RollbackCause } from '../events/event-record.js';
import { appendEvent, wasRolledBack } from '../events/events.repository.js';
import type { Resource, TransitionRecord } from '../transitions/transition-record.js';

/** What a step moved: a deposit the satoshis of the state it made, everything else what left the vault. */
const amountOf = ({ spent, state, paidToRecipient }: TransitionRecord): bigint =>
  spent === null ? (state?.satoshis ?? 0n) : paidToRecipient;

/** Appends the event of a step that was recorded. */
export async function noteVaultStep(db: Database, resource: Resource, step: TransitionRecord): Promise<void> {
  const { kind: transition, txHash, source } = step;
  const kind = (await wasRolledBack(db, resource, txHash)) ? 'restored' : 'recorded';
  await appendEvent(db, resource, { kind, transition, txHash, amount: amountOf(step), source, because: null });
}

/** Appends the events of steps that were rolled back, the last first. */
export async function noteUndoneVaultSteps(
  db: Database,
  resource: Resource,
  steps: readonly TransitionRecord[],
  because: RollbackCause,
): Promise<void> {
  for (const step of steps.toReversed()) {
    const { kind: transition, txHash } = step;
    await appendEvent(db, resource, {
      kind: 'rolled_back',
      transition,
      txHash,
      amount: amountOf(step),
      source: 'chain',
      because,
    });
  }
}
