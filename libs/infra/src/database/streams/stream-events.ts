import type { Database } from '../create-database.js';
import type { RollbackCause } from '../events/event-record.js';
import { appendEvent, eventsOf, wasRolledBack } from '../events/events.repository.js';
import type { NewTransition, Resource, TransitionRecord } from '../transitions/transition-record.js';
import { forgetLostFunding, rememberLostFunding } from '../watch/lost-fundings.js';
import type { StreamRecord } from './stream-record.js';

type Step = Pick<NewTransition, 'kind' | 'spent' | 'paidToRecipient' | 'paidToSender'>;

const isFunding = ({ spent }: Step): boolean => spent === null;

/** Returns what a step moved: a funding the whole, a refund what went back, everything else what the recipient got. */
export const amountOf = (step: Step, stream: StreamRecord): bigint => {
  if (isFunding(step)) return stream.totalAmount;
  return step.kind === 'refund' ? step.paidToSender : step.paidToRecipient;
};

/** Appends the event of a step that was recorded. @param stream the row after it */
export async function noteRecorded(
  db: Database,
  resource: Resource,
  step: TransitionRecord,
  stream: StreamRecord,
): Promise<void> {
  const { kind: transition, txHash, source } = step;
  const event = { transition, txHash, source, because: null };
  const kind = (await wasRolledBack(db, resource, txHash)) ? 'restored' : 'recorded';
  await appendEvent(db, resource, { ...event, kind, amount: amountOf(step, stream) });
  if (isFunding(step)) await forgetLostFunding(db, resource, txHash);
  if (stream.status === 'COMPLETED')
    await appendEvent(db, resource, { ...event, kind: 'completed', amount: stream.withdrawnAmount });
}

/** Notes that a client reported a step: its events have their source from the report, whoever recorded it first. */
export async function noteAsked(db: Database, { type, id }: Resource, txHash: string): Promise<void> {
  await db
    .updateTable('resourceEvents')
    .set({ source: 'confirm' })
    .where('resourceType', '=', type)
    .where('resourceId', '=', id)
    .where('txHash', '=', txHash)
    .where('kind', 'in', ['recorded', 'restored'])
    .where('transition', '=', 'push')
    .where('source', '=', 'chain')
    .execute();
}

/** The word of an event of a stream whose pushes nodes do not relay for what its contract pays; no step on the chain. */
export const AT_RISK = 'at-risk';

/**
 * Appends the event that a stream's pushes need a coin of their recipient's, once for each notice.
 *
 * @param notice the step that began the notice
 * @returns false where it was appended before
 */
export async function noteAtRisk(
  db: Database,
  resource: Resource,
  { txHash, paidToRecipient: amount }: Pick<TransitionRecord, 'txHash' | 'paidToRecipient'>,
): Promise<boolean> {
  const known = (await eventsOf(db, resource)).some((event) => event.transition === AT_RISK && event.txHash === txHash);
  // The amount is that of the notice's own step, of which the event of its finality reads it by the hash.
  if (!known)
    await appendEvent(db, resource, {
      kind: 'recorded',
      transition: AT_RISK,
      txHash,
      amount,
      source: 'chain',
      because: null,
    });
  return !known;
}

/** Appends the events of steps that were rolled back, with their common cause. @param height the tip's */
export async function noteUndone(
  db: Database,
  resource: Resource,
  steps: readonly TransitionRecord[],
  { stream, cause, height }: { readonly stream: StreamRecord; readonly cause: RollbackCause; readonly height: number },
): Promise<void> {
  for (const step of steps.toReversed()) {
    const { kind: transition, txHash } = step;
    await appendEvent(db, resource, {
      kind: 'rolled_back',
      transition,
      txHash,
      amount: amountOf(step, stream),
      source: 'chain',
      because: cause,
    });
    if (isFunding(step)) await rememberLostFunding(db, resource, txHash, height);
  }
}
