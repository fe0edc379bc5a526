import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseUnavailableError } from './database-errors.js';
import { retryTransaction } from './retry-transaction.js';

/** Longest wait for rows that other transactions hold, milliseconds: as long as a statement may take. */
const PATIENCE_MS = 10_000;
const FIRST_PAUSE_MS = 5;
const LONGEST_PAUSE_MS = 100;

/** What a transaction returns that found rows locked (`SKIP LOCKED`) and did nothing with them. */
export const LOCKED = Symbol('locked');

/**
 * Repeats a transaction until it finds its rows unlocked. Between two attempts it holds no connection: transactions that wait for a
 * lock on one each would take all of the pool, also from the transaction that has the lock and from readers.
 *
 * @param transaction returns {@link LOCKED} where other transactions hold rows that it needs; runs again after a deadlock
 * @throws DatabaseUnavailableError where the rows stay locked
 */
export const whenUnlocked = async <T>(transaction: () => Promise<T | typeof LOCKED>): Promise<T> => {
  const end = performance.now() + PATIENCE_MS;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    const result = await retryTransaction(transaction);
    if (result !== LOCKED) return result;
    if (performance.now() > end) throw new DatabaseUnavailableError('Other transactions keep the rows locked.');
    // Jitter, so that several that wait do not come back together.
    await sleep(pause * (0.5 + Math.random()));
  }
};
