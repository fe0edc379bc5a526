import { setTimeout as sleep } from 'node:timers/promises';
import { isLockNotAvailable, isRetryable } from '../classify-error.js';

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
