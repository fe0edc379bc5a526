import type { Database } from '../create-database.js';
import type { RollbackCause } from '../events/event-record.js';
import { appendEvent, wasRolledBack } from '../events/events.repository.js';
import type { Resource, TransitionRecord } from '../transitions/transition-record.js';
import { forgetLostFunding, rememberLostFunding } from '../watch/lost-fundings.js';

/** What a step moved: a deposit the satoshis of the state it made, everything else what left the vault. */
const amountOf = ({ spent, state, paidToRecipient }: TransitionRecord): bigint =>
  spent === null ? (state?.satoshis ?? 0n) : paidToRecipient;

/** Appends the event of a step that was recorded. A first deposit that comes back is no longer looked for. */
export async function noteVaultStep(db: Database, resource: Resource, step: TransitionRecord): Promise<void> {
  const { kind: transition, txHash, source } = step;
  const kind = (await wasRolledBack(db, resource, txHash)) ? 'restored' : 'recorded';
  await appendEvent(db, resource, { kind, transition, txHash, amount: amountOf(step), source, because: null });
  if (step.spent === null) await forgetLostFunding(db, resource, txHash);
}

/** Appends the events of steps that were rolled back, the last first. A first deposit may come back. @param height the tip's */
export async function noteUndoneVaultSteps(
  db: Database,
  resource: Resource,
  steps: readonly TransitionRecord[],
  { height, ...because }: RollbackCause & { readonly height: number },
): Promise<void> {
  for (const step of steps.toReversed()) {
    const { kind: transition, txHash } = step;
    if (step.spent === null) await rememberLostFunding(db, resource, txHash, height);
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
