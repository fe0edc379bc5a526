import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../create-database.js';
import { eventsOf, replacementOf } from '../events/resource-events.js';
import { handedOutTo } from '../funding/equal-locks.js';
import type { PlanFundingRecord } from '../funding/funding-record.js';
import type { OfferedCoin } from '../funding/offered-coin.js';
import { offerTo, prepareOffer, readOffered, renewalOf, renewalWithNonce } from '../funding/renewals.js';
import { type IdempotentResponse, keepAnswer } from '../idempotency/idempotency.repository.js';
import { inTurn, LockNotAvailableError, retryTransaction, transactionInTurn } from '../locks/transaction-in-turn.js';
import { type Admission, admitted } from '../quotas/admission.js';
import { RowNotFoundError } from '../sql/database-errors.js';
import { newId, nextDisplayId, readSnapshot } from '../sql/statements.js';
import { transitionsByHash, transitionsOf } from '../transitions/transitions.repository.js';
import { type DueKind, type DueRequest, readDue } from './due-streams.js';
import { listStreams, type StreamPageRequest } from './list-streams.js';
import {
  listMovable,
  listMoving,
  locksSpentBy,
  type MovableRequest,
  pageMoves,
  type SpentLocks,
  type StateAt,
  streamsMovedBy,
} from './moves.js';
import { type NewStreamStep, recordStepOfEach } from './record-steps.js';
import {
  type NewStream,
  type StreamClaimRecord,
  type StreamHistory,
  type StreamRecord,
  toNewStreamRow,
  toStreamRecord,
} from './stream-record.js';
import { createStreamScope, type StreamScope } from './stream-scope.js';
import { readStreamHistories } from './stream-truth.js';
import { createStreamWatchRepository } from './stream-watch.repository.js';

/** Lists payments of a stream, the oldest first. */
export const claimsOf = (db: Database, id: string): Promise<readonly StreamClaimRecord[]> =>
  db.selectFrom('streamClaims').selectAll().where('streamId', '=', id).orderBy('claimedAt').orderBy('id').execute();

/** Reads a stream with its payments, steps and events from one snapshot; undefined where there is none. */
export const readHistory = (db: Database, id: string): Promise<StreamHistory | undefined> =>
  readSnapshot(db, async (snapshot) => {
    const row = await snapshot.selectFrom('streams').selectAll().where('id', '=', id).executeTakeFirst();
    if (row === undefined) return undefined;
    const resource = { type: 'stream', id } as const;
    return {
      stream: toStreamRecord(row),
      claims: await claimsOf(snapshot, id),
      transitions: await transitionsOf(snapshot, resource),
      events: await eventsOf(snapshot, resource),
    };
  });

type Numbered = Pick<NewStream, 'product' | 'tokenType'>;

/** Returns the kind that display ids name, and the sequence of their numbers. */
export const displayNumbers = ({ product, tokenType }: Numbered): readonly [kind: string, sequence: string] => {
  if (product === 'payment') return ['PAY', 'payment_number'];
  return tokenType === 'BCH' ? ['BCH', 'stream_bch_number'] : ['TOK', 'stream_tok_number'];
};

/** Returns the next display id of a stream or payment. */
export const nextStreamId = (stream: Numbered): RawBuilder<string> => nextDisplayId(...displayNumbers(stream));

/** Returns a stream with what opens it: a plan of one is stored with its funding. */
const opened = async (db: Database, stream: NewStream): Promise<NewStream> => {
  const { place, recurring, tokenType, tokenCategory, senderHash, nonce } = stream;
  if (place.fundingId !== undefined) return stream;
  const id = newId();
  const kind = recurring === null ? 'VESTING' : 'RECURRING';
  const product = `${stream.contract === 'LOCK' ? 'LOCK' : kind}_${tokenType === 'BCH' ? 'BCH' : 'TOKEN'}` as const;
  await db
    .insertInto('planFundings')
    .values({
      id,
      product,
      senderHash,
      tokenCategory,
      nonce,
      announcement: place.announcement,
      streams: 1,
      renews: place.renews ?? null,
    })
    .execute();
  return { ...stream, place: { ...place, fundingId: id } };
};

export function createStreamsRepository(db: Database) {
  const streams = db.selectFrom('streams').selectAll();
  return {
    /** Stores a PENDING stream, with its funding where it is a plan of one, and gives it its ids. @throws QuotaExceededError */
    insert: (stream: NewStream, admission?: Admission, kept?: IdempotentResponse<StreamRecord>) =>
      admitted(db, { kind: 'streams', admission }, async (transaction, counted) => {
        const row = await transaction
          .insertInto('streams')
          .values({
            ...toNewStreamRow(await opened(transaction, stream)),
            ...counted,
            id: newId(),
            streamId: nextStreamId(stream),
          })
          .returningAll()
          .executeTakeFirstOrThrow();
        return keepAnswer(transaction, toStreamRecord(row), kept);
      }),
    /** @param id uuid */
    async findById(id: string) {
      const row = await streams.where('id', '=', id).executeTakeFirst();
      return row && toStreamRecord(row);
    },
    /** Those of some ids that there are, in order of id. */
    async findByIds(ids: readonly string[]) {
      if (ids.length === 0) return [];
      const rows = await streams.where('id', 'in', ids).orderBy('id').execute();
      return rows.map(toStreamRecord);
    },
    list: (request: StreamPageRequest) => listStreams(db, request),
    /** See {@link listMovable}. */
    movable: (request: MovableRequest) => listMovable(db, request),
    /** See {@link listMoving}. */
    moving: (request: Parameters<typeof listMoving>[1]) => listMoving(db, request),
    /** See {@link streamsMovedBy}. */
    movedBy: (txHash: string, states: readonly StateAt[]) => streamsMovedBy(db, txHash, states),
    /** See {@link locksSpentBy}. */
    locksSpentBy: (spent: SpentLocks) => locksSpentBy(db, spent),
    /** See {@link pageMoves}. */
    pendingMoves: (request: Parameters<typeof pageMoves>[1]) => pageMoves(db, request),
    claimsOf: (id: string) => claimsOf(db, id),
    /** See {@link renewalOf}. */
    renewalOf: (renewed: string, except?: string) => renewalOf(db, renewed, except),
    /** See {@link renewalWithNonce}. */
    renewalWithNonce: (renewed: string, nonce: string) => renewalWithNonce(db, renewed, nonce),
    /** Whether the list of a plan pays a recipient. */
    async isListedIn(planId: string, recipientHash: string): Promise<boolean> {
      const rows = db.selectFrom('planRecipients').select('streamId').where('planId', '=', planId);
      return (await rows.where('recipientHash', '=', recipientHash).limit(1).execute()).length > 0;
    },
    /** How many periods the last payment of each of some recurring streams paid, by id; those without one are left out. */
    async lastPeriodsOf(ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
      if (ids.length === 0) return new Map();
      const { rows } = await sql<{ readonly id: string; readonly periods: number }>`
        SELECT DISTINCT ON (claim.stream_id) claim.stream_id AS id, claim.periods
        FROM stream_claims AS claim JOIN transitions AS step
          ON step.resource_type = 'stream' AND step.resource_id = claim.stream_id AND step.tx_hash = claim.tx_hash
        WHERE claim.stream_id = ANY(${ids}::uuid[]) AND claim.periods IS NOT NULL
        ORDER BY claim.stream_id, step.sequence DESC`.execute(db);
      return new Map(rows.map(({ id, periods }) => [id, periods]));
    },
    /** A record's own funding, of a plan of one. @param fundingId of its place */
    fundingOf: (fundingId: string) =>
      db.selectFrom('planFundings').selectAll().where('id', '=', fundingId).executeTakeFirst(),
    /** See {@link readOffered}. */
    offered: (funding: PlanFundingRecord) => readOffered(db, funding),
    /** See {@link offerTo}. */
    offer: async (funding: PlanFundingRecord, coin: OfferedCoin, before: OfferedCoin | null) =>
      transactionInTurn(db, await prepareOffer(db, funding), (transaction) =>
        offerTo(transaction, funding, coin, before),
      ),
    /** Hashes of the fundings of all records at a script, by sender: locks of equal terms share one. */
    async fundingsAt(scriptHash: string): Promise<ReadonlyMap<string, string>> {
      const rows = await db
        .selectFrom('streams')
        .select(['fundingTxHash', 'senderHash'])
        .where('scriptHash', '=', scriptHash)
        .where('fundingTxHash', 'is not', null)
        .execute();
      return new Map(
        rows.flatMap(({ fundingTxHash, senderHash }) => (fundingTxHash === null ? [] : [[fundingTxHash, senderHash]])),
      );
    },
    /** See {@link handedOutTo}. */
    handedOutTo: (fundingId: string, spent: readonly OfferedCoin[]) => handedOutTo(db, fundingId, spent),
    transitionsOf: (id: string) => transitionsOf(db, { type: 'stream', id }),
    stepsBy: (txHash: string, ids: readonly string[]) => transitionsByHash(db, 'stream', ids, txHash),
    history: (id: string) => readHistory(db, id),
    /** See {@link readStreamHistories}. */
    histories: (page: Parameters<typeof readStreamHistories>[1]) => readStreamHistories(db, page),
    replacementOf: (id: string, txHash: string) => replacementOf(db, { type: 'stream', id }, txHash),
    /**
     * Locks a stream and works on it in one transaction, which is rolled back when `work` throws. Others who want the
     * same stream wait, without a connection ({@link transactionInTurn}). After a deadlock `work` runs again: it must have no effects outside
     * the scope, and should not wait for the network while it holds the lock.
     * @throws RowNotFoundError
     */
    withStream: <T>(id: string, work: (scope: StreamScope) => Promise<T>) =>
      transactionInTurn(db, [id], async (transaction) => {
        const locked = await transaction
          .selectFrom('streams')
          .selectAll()
          .where('id', '=', id)
          .forUpdate()
          .noWait()
          .executeTakeFirst();
        if (locked === undefined) throw new RowNotFoundError('streams', id);
        return work(createStreamScope(transaction, locked));
      }),
    /**
     * Records one step of each of some streams that one transaction moved, in one transaction. See {@link recordStepOfEach}; rows that
     * others hold are waited for as by {@link StreamsRepository.withStream}, and then recorded by another one.
     *
     * @param ids of rows that there are
     * @returns the rows as they are afterwards
     */
    recordSteps: (ids: readonly string[], stepOf: (stream: StreamRecord) => NewStreamStep | undefined) =>
      inTurn(db, ids, async (since) => {
        const left = new Set(ids);
        const recorded = new Map<string, StreamRecord>();
        // Each attempt records those that nobody else holds.
        await retryTransaction(async () => {
          if (left.size === 0) return;
          const rows = await db
            .transaction()
            .execute((transaction) => recordStepOfEach(transaction, [...left], stepOf));
          for (const row of rows) {
            recorded.set(row.id, row);
            left.delete(row.id);
          }
          if (left.size > 0) throw new LockNotAvailableError('Other transactions hold streams.');
        }, since);
        return ids.flatMap((id) => recorded.get(id) ?? []);
      }),
    watch: createStreamWatchRepository(db),
    /** Reads streams that anybody can end, the longest due first. */
    due: (kind: DueKind, request: DueRequest) => readDue(db, kind, request),
  };
}

/** Streams in Postgres. Every method throws DatabaseUnavailableError when the database cannot be reached. */
export type StreamsRepository = ReturnType<typeof createStreamsRepository>;
