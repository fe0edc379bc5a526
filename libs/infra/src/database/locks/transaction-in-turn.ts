import { sql, type Transaction } from 'kysely';
import { OneByOne } from '../../concurrency/one-by-one.js';
import { LOCK_NOT_AVAILABLE } from '../classify-error.js';
import type { Database } from '../create-database.js';
import type { Tables } from '../tables.js';
import { retryTransaction } from './retry-transaction.js';

/** Thrown where another transaction holds an advisory lock. */
export class LockNotAvailableError extends Error {
  override readonly name = 'LockNotAvailableError';
  readonly code = LOCK_NOT_AVAILABLE;
}

/** The turns of each pool of connections. */
const turns = new WeakMap<Database, OneByOne>();

const turnsOf = (db: Database): OneByOne => {
  const known = turns.get(db) ?? new OneByOne();
  turns.set(db, known);
  return known;
};

/**
 * Runs work of this process with the same keys one after another, before it takes a connection.
 *
 * @param work gets the time since when it has waited, milliseconds; it must not ask for a turn of its own
 */
export const inTurn = <T>(db: Database, keys: readonly string[], work: (since: number) => Promise<T>): Promise<T> => {
  const since = Date.now();
  return turnsOf(db).run(keys, () => work(since));
};

/**
 * Runs a transaction that locks what others may hold. Nothing waits for a lock while it holds a connection: work of this process with
 * the same keys runs one after another and takes its connection when its turn has come. Where another process holds the lock, which the
 * transaction must find out without waiting (`FOR UPDATE NOWAIT`, {@link lockNow}), it is tried again as {@link retryTransaction} says.
 *
 * @param keys name what is locked; `work` must not ask for a turn of its own
 * @throws an error of code 55P03 where the lock is held for too long
 */
export const transactionInTurn = <T>(
  db: Database,
  keys: readonly string[],
  work: (transaction: Transaction<Tables>) => Promise<T>,
): Promise<T> => inTurn(db, keys, (since) => retryTransaction(() => db.transaction().execute(work), since));

/**
 * Takes an advisory lock until the end of the transaction, without waiting.
 *
 * @throws LockNotAvailableError where another transaction holds it
 */
export const lockNow = async (transaction: Database, name: string): Promise<void> => {
  const { rows } = await sql<{
    locked: boolean;
  }>`SELECT pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) AS locked`.execute(transaction);
  if (rows[0]?.locked !== true) throw new LockNotAvailableError(`Another transaction holds the lock ${name}`);
};
