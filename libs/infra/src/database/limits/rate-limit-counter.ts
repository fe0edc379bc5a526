import type { Database } from '../create-database.js';
import { clearCounts, countHits, type HitCount } from './count-hits.js';

/** Counts the requests of clients, together with every other replica on the database. */
export interface RateLimitCounter {
  /**
   * Counts one more request of a client in its present window.
   *
   * @throws whatever the database throws
   */
  hit(key: string): Promise<HitCount>;
}

interface Waiting {
  readonly key: string;
  readonly resolve: (count: HitCount) => void;
  readonly reject: (reason: unknown) => void;
}

const hitsByKey = (batch: readonly Waiting[]): Map<string, number> => {
  const hits = new Map<string, number>();
  for (const { key } of batch) hits.set(key, (hits.get(key) ?? 0) + 1);
  return hits;
};

/**
 * Creates a counter that never has more than one statement running: requests that arrive meanwhile are counted together
 * by the next one. However busy the process is, counting takes one connection, and each request waits for two short
 * round trips at most.
 *
 * @param windowMs The length of a window, milliseconds.
 */
export const createRateLimitCounter = (db: Database, windowMs: number): RateLimitCounter => {
  const waiting: Waiting[] = [];
  let isCounting = false;
  let clearAt = Date.now() + windowMs;

  const countBatch = async (batch: readonly Waiting[]): Promise<void> => {
    try {
      const left = hitsByKey(batch);
      const counts = await countHits(db, left, windowMs);
      for (const { key, resolve } of batch) {
        const { hits = 0, msLeft = 0 } = counts.get(key) ?? {};
        const later = (left.get(key) ?? 1) - 1;
        left.set(key, later);
        resolve({ hits: hits - later, msLeft });
      }
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  };

  const clearSometimes = async (): Promise<void> => {
    if (Date.now() < clearAt) return;
    clearAt = Date.now() + windowMs;
    // What cannot be cleared now is cleared next time.
    await clearCounts(db).catch(() => undefined);
  };

  const countAll = async (): Promise<void> => {
    isCounting = true;
    while (waiting.length > 0) await countBatch(waiting.splice(0));
    isCounting = false;
    await clearSometimes();
  };

  return {
    hit: (key) =>
      new Promise((resolve, reject) => {
        waiting.push({ key, resolve, reject });
        if (!isCounting) void countAll();
      }),
  };
};
