import { sql } from 'kysely';
import type { Database } from '../create-database.js';
import { announcedSteps, appendEvent, type EventRecord, eventsOf, toEventRecord } from '../events/resource-events.js';
import { jsonRows } from '../sql/names.js';
import { groupBy, NIL_ID, NOW, readSnapshot } from '../sql/statements.js';
import {
  type NewTransition,
  ofResource,
  READABLE_COLUMNS,
  type Resource,
  toNewTransitionRow,
  toTransitionRecord,
  type TransitionRecord,
} from '../transitions/transition-record.js';
import { noteStep, rememberLostFunding } from '../watch/watch.repository.js';
import { amountOf, type NewStreamClaim, toNewClaimRow } from './record-steps.js';
import {
  streamChainColumns,
  type StreamChanges,
  type StreamHistory,
  type StreamRecord,
  toChangedColumns,
  toStreamRecord,
} from './stream-record.js';

/** A step as it should be recorded. */
export interface TrueStep {
  readonly transition: NewTransition;
  readonly final: boolean;
  /** When it was recorded, Unix seconds; null where it was not. */
  readonly createdAt: number | null;
  /** The record as it was before the step. */
  readonly before: StreamRecord;
}

/** A stream as the chain has it: what its row, its steps and its payments should say. */
export interface StreamTruth {
  readonly stream: StreamRecord;
  /** The funding first; none of a stream that is not funded. */
  readonly steps: readonly TrueStep[];
  readonly claims: readonly NewStreamClaim[];
  /** Of the tip when the chain was read. */
  readonly height: number;
}

/** Reads streams and payments in order of id, each with everything that is recorded of it, from one snapshot. */
export const readStreamHistories = (
  db: Database,
  { after = NIL_ID, limit }: { readonly after?: string | undefined; readonly limit: number },
): Promise<readonly StreamHistory[]> =>
  readSnapshot(db, async (snapshot) => {
    const rows = await snapshot
      .selectFrom('streams')
      .selectAll()
      .where('id', '>', after)
      .orderBy('id')
      .limit(limit)
      .execute();
    const ids = sql`ANY(${rows.map(({ id }) => id)}::uuid[])`;
    const ofStreams = sql<boolean>`resource_type = 'stream' AND resource_id = ${ids}`;
    const steps = await snapshot
      .selectFrom('transitions')
      .select(READABLE_COLUMNS)
      .where(ofStreams)
      .orderBy('sequence')
      .execute();
    const claims = await snapshot
      .selectFrom('streamClaims')
      .selectAll()
      .where(sql<boolean>`stream_id = ${ids}`)
      .execute();
    const events = await snapshot.selectFrom('resourceEvents').selectAll().where(ofStreams).orderBy('id').execute();
    const stepsOf = groupBy(steps, ({ resourceId }) => resourceId);
    const claimsOf = groupBy(claims, ({ streamId }) => streamId);
    const happened = groupBy(events, ({ resourceId }) => resourceId);
    return rows.map((row) => ({
      stream: toStreamRecord(row),
      transitions: (stepsOf.get(row.id) ?? []).map(toTransitionRecord),
      claims: claimsOf.get(row.id) ?? [],
      events: (happened.get(row.id) ?? []).map(toEventRecord),
    }));
  });

/** Returns everything of a record that the chain decides. */
const chainFieldsOf = (stream: StreamRecord): Required<StreamChanges> => {
  const { status, withdrawnAmount, state, funding, cancelledAt, refund, progress, pause, move } = stream;
  const { recipient, recipientHash } = stream;
  return {
    status,
    withdrawnAmount,
    state,
    funding,
    cancelledAt,
    refund,
    progress,
    pause,
    move,
    recipient,
    recipientHash,
  };
};

/** Whether events say that a step completed its stream, and that it was not rolled back since. */
export const isCompletionAnnounced = (events: readonly EventRecord[], txHash: string): boolean =>
  events.findLast((event) => event.txHash === txHash && (event.kind === 'completed' || event.kind === 'rolled_back'))
    ?.kind === 'completed';

const replaceSteps = async (db: Database, resource: Resource, steps: readonly TrueStep[]): Promise<void> => {
  await db.deleteFrom('transitions').where(ofResource(resource)).execute();
  if (steps.length === 0) return;
  const rows = steps.map(({ transition, final, createdAt }, index) => ({
    ...toNewTransitionRow(resource, transition),
    sequence: index + 1,
    final,
    createdAt,
  }));
  const names = Object.keys(rows[0] ?? {}).filter((name) => name !== 'createdAt');
  const columns = sql.join(names.map((name) => sql.ref(`step.${name}`)));
  const before = steps.map(({ before: record }) => toChangedColumns(chainFieldsOf(record)));
  await sql`
    INSERT INTO transitions (${sql.join(names.map((name) => sql.ref(name)))}, created_at, state_before)
    SELECT ${columns}, coalesce(step.created_at, ${NOW}), ${streamChainColumns.stateOf('earlier')}
    FROM jsonb_populate_recordset(NULL::transitions, ${jsonRows(rows)}::jsonb) AS step
    JOIN jsonb_populate_recordset(NULL::streams, ${jsonRows(before)}::jsonb) WITH ORDINALITY AS earlier
      ON earlier.ordinality = step.sequence`.execute(db);
};

const replaceClaims = async (db: Database, streamId: string, claims: readonly NewStreamClaim[]): Promise<void> => {
  const hashes = claims.map(({ txHash }) => txHash);
  await sql`DELETE FROM stream_claims WHERE stream_id = ${streamId} AND tx_hash <> ALL(${hashes}::text[])`.execute(db);
  for (const claim of claims) {
    const { recipient, amount, periods, payday } = claim;
    await db
      .insertInto('streamClaims')
      .values(toNewClaimRow(streamId, claim))
      .onConflict((conflict) =>
        conflict.columns(['streamId', 'txHash']).doUpdateSet({ recipient, amount, periods, payday }),
      )
      .execute();
  }
};

const publishSteps = async (db: Database, resource: Resource, truth: StreamTruth): Promise<void> => {
  const events = await eventsOf(db, resource);
  const announced = announcedSteps(events);
  const standing = new Set(truth.steps.map(({ transition }) => transition.txHash));
  for (const { txHash, transition, amount } of [...announced.values()].toReversed()) {
    if (standing.has(txHash)) continue;
    if (transition === 'fund') await rememberLostFunding(db, resource, txHash, truth.height);
    const because = { reason: 'vanished', replacedBy: null } as const;
    await appendEvent(db, resource, { kind: 'rolled_back', transition, txHash, amount, source: 'chain', because });
  }
  const steps: readonly TransitionRecord[] = truth.steps.map(({ transition, final }, index) => ({
    resource,
    sequence: index + 1,
    final,
    createdAt: 0,
    ...transition,
  }));
  for (const step of steps)
    if (!announced.has(step.txHash)) await noteStep(db, resource, step, amountOf(step, truth.stream));
  const last = steps.at(-1);
  if (last === undefined || truth.stream.status !== 'COMPLETED' || isCompletionAnnounced(events, last.txHash)) return;
  const { kind: transition, txHash, source } = last;
  const amount = truth.stream.withdrawnAmount;
  await appendEvent(db, resource, { kind: 'completed', transition, txHash, amount, source, because: null });
};

/**
 * Writes a stream as the chain has it: its row, its steps with what undoes each, its payments, and events of steps that no
 * event reports, or that are gone.
 *
 * @param db a transaction that holds the lock on its row
 * @returns the row
 */
export const writeStreamTruth = async (db: Database, truth: StreamTruth): Promise<StreamRecord> => {
  const { id, contractAddress, lockingBytecode, scriptHash, place } = truth.stream;
  const resource: Resource = { type: 'stream', id };
  await replaceSteps(db, resource, truth.steps);
  await replaceClaims(db, id, truth.claims);
  const row = await db
    .updateTable('streams')
    .set({
      ...toChangedColumns(chainFieldsOf(truth.stream)),
      contractAddress,
      lockingBytecode,
      scriptHash,
      currentBytecode: (truth.stream.state ?? truth.steps.at(-1)?.before.state)?.lockingBytecode ?? null,
      planAnnouncement: place.announcement,
      planGroup: place.group,
      updatedAt: NOW,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  // After the row: what is published of an event has the figures from after it.
  await publishSteps(db, resource, truth);
  await sql`DELETE FROM script_readings WHERE resource_type = 'stream' AND resource_id = ${id}`.execute(db);
  return toStreamRecord(row);
};
