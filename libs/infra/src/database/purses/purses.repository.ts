import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../create-database.js';
import { lastEventId, resourcesWithEventsAfter } from '../events/resource-events.js';
import { transactionInTurn } from '../locks/transaction-in-turn.js';
import { RowNotFoundError } from '../sql/database-errors.js';
import { NIL_ID, readSnapshot } from '../sql/statements.js';
import { transitionsOf } from '../transitions/transitions.repository.js';
import {
  type FollowedRequest,
  readFollowed,
  saveScriptReading,
  type ScriptReading,
} from '../watch/watch.repository.js';
import { type PursePaymentRecord, type PurseRecord, toPurseRecord } from './purse-record.js';
import { createPurseScope, type PurseScope } from './purse-scope.js';

/** Word for word the condition of the partial index `purses_followed`. */
const LIVE = sql<boolean>`status = 'ACTIVE'`;
const UNFINAL = sql`SELECT resource_id FROM transitions WHERE NOT final AND resource_type = 'purse'`;

/** The queries of the watcher of purses. */
const createPurseWatchRepository = (db: Database) => ({
  listFollowed: ({ after = NIL_ID, limit }: FollowedRequest) =>
    readFollowed(
      db,
      'purse',
      sql`(SELECT id FROM purses WHERE ${LIVE} AND id > ${after} ORDER BY id LIMIT ${limit})
        UNION (${UNFINAL} AND resource_id > ${after} ORDER BY resource_id LIMIT ${limit})
        ORDER BY id LIMIT ${limit}`,
    ),
  /** Those of some purses that the chain can still change. @param ids uuids */
  findFollowed: (ids: readonly string[]) =>
    ids.length === 0
      ? Promise.resolve([])
      : readFollowed(
          db,
          'purse',
          sql`SELECT id FROM purses WHERE id = ANY(${ids}) AND (${LIVE} OR id IN (${UNFINAL}))`,
        ),
  /** Purses with a step that a new block may settle. */
  async unfinal() {
    const { rows } = await sql<{
      readonly id: string;
    }>`SELECT DISTINCT resource_id AS id FROM (${UNFINAL}) AS steps`.execute(db);
    return rows.map(({ id }) => id);
  },
  lastEventId: () => lastEventId(db),
  eventsAfter: (id: number) => resourcesWithEventsAfter(db, 'purse', id),
  saveReading: (id: string, reading: ScriptReading) => saveScriptReading(db, { type: 'purse', id }, reading),
});

/** Selects purses, the newest first: all but those whose opening the chain took back. @param first those for which this holds lead the list */
const listedPurses = (db: Database, limit: number, first: RawBuilder<unknown>) =>
  db
    .selectFrom('purses')
    .selectAll()
    .where('status', '<>', 'PENDING')
    .orderBy(first, 'desc')
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit);

export function createPursesRepository(db: Database) {
  return {
    watch: createPurseWatchRepository(db),
    /** @param id uuid */
    async findById(id: string): Promise<PurseRecord | undefined> {
      const row = await db.selectFrom('purses').selectAll().where('id', '=', id).executeTakeFirst();
      return row && toPurseRecord(row);
    },
    /** The purses of a vault, those that hold money first, the newest of them first. */
    ofVault: async (vaultId: string, limit: number) =>
      (await listedPurses(db, limit, LIVE).where('vaultId', '=', vaultId).execute()).map(toPurseRecord),
    /**
     * The purses with money that keys pay from, those that paid first, the newest of them first. Anybody can open purses for a key, and so
     * push others off the list, but only the key pays.
     *
     * @param hashes 20 bytes each, hex
     */
    ofSpenders: async (hashes: readonly string[], limit: number) =>
      (
        await listedPurses(db, limit, sql`paid > 0`)
          .where('spenderHash', 'in', hashes)
          .where(LIVE)
          .execute()
      ).map(toPurseRecord),
    transitionsOf: (id: string) => transitionsOf(db, { type: 'purse', id }),
    /** The steps of a purse with whom they paid, the last first. */
    stepsOf: (id: string, limit: number) =>
      readSnapshot(db, async (snapshot) => {
        const steps = (await transitionsOf(snapshot, { type: 'purse', id })).toReversed().slice(0, limit);
        const payments: readonly PursePaymentRecord[] = await snapshot
          .selectFrom('pursePayments')
          .select(['txHash', 'payee', 'payeeBytecode', 'amount', 'spent'])
          .where('purseId', '=', id)
          .execute();
        const paid = new Map(payments.map((payment) => [payment.txHash, payment]));
        return steps.map((step) => ({ step, payment: paid.get(step.txHash) }));
      }),
    /**
     * Locks a purse and works on it in one transaction, which is rolled back when `work` throws.
     *
     * @throws RowNotFoundError
     */
    withPurse: <T>(id: string, work: (scope: PurseScope) => Promise<T>) =>
      transactionInTurn(db, [id], async (transaction) => {
        const locked = await transaction
          .selectFrom('purses')
          .selectAll()
          .where('id', '=', id)
          .forUpdate()
          .noWait()
          .executeTakeFirst();
        if (locked === undefined) throw new RowNotFoundError('purses', id);
        return work(createPurseScope(transaction, locked));
      }),
  };
}

/** Purses in Postgres. Every method throws DatabaseUnavailableError when the database cannot be reached. */
export type PursesRepository = ReturnType<typeof createPursesRepository>;
