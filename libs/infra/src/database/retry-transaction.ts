import { setTimeout as sleep } from 'node:timers/promises';
import { isRetryable } from './classify-error.js';

const ATTEMPTS = 5;
const FIRST_DELAY_MS = 10;

/**
 * Runs a transaction again when Postgres aborted it in favour of another (serialization failure, deadlock). `work` must have no
 * effects outside its transaction. The last failure is thrown as it came.
 */
export async function retryTransaction<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === ATTEMPTS || !isRetryable(error)) throw error;
      // Jitter, so that the two transactions do not collide again.
      await sleep(FIRST_DELAY_MS * 2 ** attempt * Math.random());
    }
  }
}
