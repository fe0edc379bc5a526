import { setTimeout as sleep } from 'node:timers/promises';
import { sql, type Transaction } from 'kysely';
import { OneByOne } from '../../concurrency.js';
import type { Database } from '../create-database.js';
import type { Tables } from '../generated/tables.js';
import { isLockNotAvailable, isRetryable, LOCK_NOT_AVAILABLE } from '../sql/database-errors.js';

/** Attempts at a transaction that Postgres aborted in favour of another. */
const ATTEMPTS = 5;
const FIRST_DELAY_MS = 10;
/** Longest pause between two attempts at a lock, milliseconds: most are held for a few. */
const LONGEST_DELAY_MS = 100;
/** How long a lock that others hold is tried for, milliseconds: as long as a statement may take. */
export const LOCK_PATIENCE_MS = 10_000;

/** A random pause that grows with the attempts, so that the same two transactions do not collide again. */
const pause = async (attempt: number, most: number): Promise<void> => {
  await sleep(Math.min(FIRST_DELAY_MS * 2 ** attempt, most) * Math.random());
};

/**
 * Runs a transaction again when Postgres aborted it in favour of another (serialization failure, deadlock; up to 5 attempts), or when
 * it found a lock held by others (until {@link LOCK_PATIENCE_MS} have passed). It has given its connection back between attempts.
 * `work` must have no effects outside its transaction. The last failure is thrown as it came.
 *
 * @param since when waiting for the lock began, milliseconds
 */
export async function retryTransaction<T>(work: () => Promise<T>, since = Date.now()): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const isLocked = isLockNotAvailable(error);
      const isOver = isLocked ? Date.now() - since >= LOCK_PATIENCE_MS : attempt >= ATTEMPTS;
      if (isOver || !isRetryable(error)) throw error;
      await pause(attempt, isLocked ? LONGEST_DELAY_MS : Infinity);
    }
  }
}

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
