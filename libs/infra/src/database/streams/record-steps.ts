import { type Insertable, type Selectable, sql } from 'kysely';
import type { Database } from '../create-database.js';
import { appendEvent, AT_RISK, eventsOf } from '../events/resource-events.js';
import type { ResourceEventsTable, StreamClaimsTable, StreamsTable } from '../generated/tables.js';
import { jsonRows } from '../sql/names.js';
import { newId, NOW } from '../sql/statements.js';
import {
  type NewTransition,
  ofResource,
  type Resource,
  toNewTransitionRow,
  type TransitionRecord,
} from '../transitions/transition-record.js';
import { noteStep } from '../watch/watch.repository.js';
import {
  STREAM_CHAIN_COLUMNS,
  streamChainColumns,
  type StreamChanges,
  type StreamClaimRecord,
  type StreamRecord,
  toChangedColumns,
  toStreamRecord,
} from './stream-record.js';

type Step = Pick<NewTransition, 'kind' | 'spent' | 'paidToRecipient' | 'paidToSender'>;

/** Returns what a step moved: a funding the whole, a refund what went back, everything else what the recipient got. */
export const amountOf = (step: Step, stream: StreamRecord): bigint => {
  if (step.spent === null) return stream.totalAmount;
  return step.kind === 'refund' ? step.paidToSender : step.paidToRecipient;
};

/** Appends the event of a step that was recorded. @param stream the row after it */
export async function noteRecorded(
  db: Database,
  resource: Resource,
  step: TransitionRecord,
  stream: StreamRecord,
): Promise<void> {
  await noteStep(db, resource, step, amountOf(step, stream));
  const { kind: transition, txHash, source } = step;
  if (stream.status === 'COMPLETED')
    await appendEvent(db, resource, {
      kind: 'completed',
      transition,
      txHash,
      amount: stream.withdrawnAmount,
      source,
      because: null,
    });
}

/** Notes that a client reported a step: its events have their source from the report, no matter who recorded it first. */
export async function noteAsked(db: Database, resource: Resource, txHash: string): Promise<void> {
  await db
    .updateTable('resourceEvents')
    .set({ source: 'confirm' })
    .where(ofResource(resource))
    .where('txHash', '=', txHash)
    .where('kind', 'in', ['recorded', 'restored'])
    .where('transition', '=', 'push')
    .where('source', '=', 'chain')
    .execute();
}

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

/** A payment to the recipient, to be recorded. */
export type NewStreamClaim = Omit<StreamClaimRecord, 'id' | 'streamId'>;

/** A step of a stream on the chain after its funding, with all that it changes. */
export interface NewStreamStep {
  readonly transition: NewTransition;
  readonly changes: Omit<StreamChanges, 'funding'>;
  /** Undefined where the step pays the recipient nothing. */
  readonly claim: NewStreamClaim | undefined;
}

interface Taken {
  readonly row: Selectable<StreamsTable>;
  readonly step: NewStreamStep;
}

const resourceOf = ({ row: { id } }: Taken) => ({ type: 'stream', id }) as const;

/** Before the rows change: each transition keeps what it changes. */
const insertTransitions = async (db: Database, taken: readonly Taken[]): Promise<void> => {
  const rows = taken.map((each) => toNewTransitionRow(resourceOf(each), each.step.transition));
  const names = Object.keys(rows[0] ?? {});
  await sql`
    INSERT INTO transitions (${sql.join(names.map((name) => sql.ref(name)))}, sequence, state_before)
    SELECT ${sql.join(names.map((name) => sql.ref(`step.${name}`)))},
      (SELECT coalesce(max(sequence), 0) + 1 FROM transitions
        WHERE resource_type = step.resource_type AND resource_id = step.resource_id),
      ${streamChainColumns.stateOf('streams')}
    FROM jsonb_populate_recordset(NULL::transitions, ${jsonRows(rows)}::jsonb) AS step
    JOIN streams ON streams.id = step.resource_id`.execute(db);
};

const updateStreams = async (db: Database, taken: readonly Taken[]): Promise<readonly Selectable<StreamsTable>[]> => {
  const changed = taken.map(({ row, step }) => ({ row, changes: toChangedColumns(step.changes) }));
  const names = STREAM_CHAIN_COLUMNS.filter((name) => changed.some(({ changes }) => name in changes));
  const rows = changed.map(({ row, changes }) => ({ ...row, ...changes }));
  const { rows: updated } = await sql<Selectable<StreamsTable>>`
    UPDATE streams SET (${sql.join(names.map((name) => sql.ref(name)))}, updated_at)
      = (${sql.join(names.map((name) => sql.ref(`changed.${name}`)))}, ${NOW})
    FROM jsonb_populate_recordset(NULL::streams, ${jsonRows(rows)}::jsonb) AS changed
    WHERE streams.id = changed.id
    RETURNING streams.*`.execute(db);
  return updated;
};

type EventRow = Omit<Insertable<ResourceEventsTable>, 'reason' | 'replacedBy' | 'createdAt'>;

const eventRowsOf = (taken: Taken): readonly EventRow[] => {
  const { row, step } = taken;
  const { transition, changes } = step;
  const stream = toStreamRecord(row);
  const event = {
    resourceType: 'stream',
    resourceId: row.id,
    transition: transition.kind,
    txHash: transition.txHash,
    source: transition.source,
  } as const;
  const recorded = { ...event, kind: 'recorded', amount: amountOf(transition, stream) } as const;
  if (changes.status !== 'COMPLETED') return [recorded];
  return [recorded, { ...event, kind: 'completed', amount: changes.withdrawnAmount ?? stream.withdrawnAmount }];
};

/** A step that was rolled back before is `restored`. */
const insertEvents = async (db: Database, taken: readonly Taken[]): Promise<void> => {
  await sql`
    INSERT INTO resource_events (resource_type, resource_id, kind, transition, tx_hash, amount, source)
    SELECT event.resource_type, event.resource_id,
      CASE WHEN event.kind = 'recorded' AND EXISTS (
        SELECT FROM resource_events AS earlier
        WHERE earlier.resource_type = event.resource_type AND earlier.resource_id = event.resource_id
          AND earlier.tx_hash = event.tx_hash AND earlier.kind = 'rolled_back'
      ) THEN 'restored' ELSE event.kind END,
      event.transition, event.tx_hash, event.amount, event.source
    FROM jsonb_populate_recordset(NULL::resource_events, ${jsonRows(taken.flatMap(eventRowsOf))}::jsonb)
      WITH ORDINALITY AS event ORDER BY event.ordinality`.execute(db);
};

/** Returns the columns of a payment to the recipient. */
export const toNewClaimRow = (streamId: string, claim: NewStreamClaim): Insertable<StreamClaimsTable> => ({
  ...claim,
  id: newId(),
  streamId,
});

const insertClaims = async (db: Database, taken: readonly Taken[]): Promise<void> => {
  const rows = taken.flatMap(({ row, step: { claim } }) => (claim === undefined ? [] : toNewClaimRow(row.id, claim)));
  if (rows.length > 0)
    await db
      .insertInto('streamClaims')
      .values(rows)
      .onConflict((conflict) => conflict.columns(['streamId', 'txHash']).doNothing())
      .execute();
};

/**
 * Records one step of each of many streams: as many statements for a hundred as for one. Rows that another transaction holds are left
 * out.
 *
 * @param db a transaction of its own
 * @param ids distinct
 * @param stepOf returns what is to be recorded of a row, which is locked; undefined where it is no longer the row that was read
 * @returns the rows as they are afterwards, with those that are unchanged; those left out are missing
 */
export const recordStepOfEach = async (
  db: Database,
  ids: readonly string[],
  stepOf: (stream: StreamRecord) => NewStreamStep | undefined,
): Promise<readonly StreamRecord[]> => {
  const { rows: locked } = await sql<Selectable<StreamsTable>>`
    SELECT * FROM streams WHERE id = ANY(${[...ids]}::uuid[]) ORDER BY id FOR UPDATE SKIP LOCKED`.execute(db);
  const taken = locked.flatMap((row) => {
    const step = stepOf(toStreamRecord(row));
    return step === undefined ? [] : { row, step };
  });
  if (taken.length === 0) return locked.map(toStreamRecord);
  await insertTransitions(db, taken);
  const updated = new Map((await updateStreams(db, taken)).map((row) => [row.id, row]));
  await insertEvents(db, taken);
  await insertClaims(db, taken);
  return locked.map((row) => toStreamRecord(updated.get(row.id) ?? row));
};
