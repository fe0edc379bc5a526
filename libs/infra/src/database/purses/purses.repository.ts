import { sql } from 'kysely';
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
const LIVE = sql`status = 'ACTIVE'`;
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

/** Reads the purses of a key, or of a vault, the newest first: all but those whose opening the chain took back. */
const listPurses = async (
  db: Database,
  column: 'vaultId' | 'spenderHash',
  values: readonly string[],
  limit: number,
) => {
  const rows = await db
    .selectFrom('purses')
    .selectAll()
    .where(column, 'in', values)
    .where('status', '<>', 'PENDING')
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(toPurseRecord);
};

export function createPursesRepository(db: Database) {
  return {
    watch: createPurseWatchRepository(db),
    /** @param id uuid */
    async findById(id: string): Promise<PurseRecord | undefined> {
      const row = await db.selectFrom('purses').selectAll().where('id', '=', id).executeTakeFirst();
      return row && toPurseRecord(row);
    },
    /** The purses of a vault, the newest first. */
    ofVault: (vaultId: string, limit: number) => listPurses(db, 'vaultId', [vaultId], limit),
    /** The purses that keys pay from, the newest first. @param hashes 20 bytes each, hex */
    ofSpenders: (hashes: readonly string[], limit: number) => listPurses(db, 'spenderHash', hashes, limit),
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
