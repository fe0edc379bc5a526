import { refusalOf } from '../chain-errors.js';
import type { WatchOutcome } from './watch-scripts.js';
import type { WatcherLog } from './worker.js';

/** Checks one record. Never throws. */
export type WatchJob = (id: string) => Promise<WatchOutcome>;

/**
 * Makes a job out of work that may throw: what a use case refuses for now is tried again, and any other failure is logged, too.
 *
 * @param name what a record is called in the log, with its article, such as `a purse`
 */
export const guardedJob =
  (name: string, log: WatcherLog, work: WatchJob): WatchJob =>
  async (id) => {
    try {
      return await work(id);
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal !== undefined) return { isDone: false, why: refusal.message };
      log.warn({ err: error, id }, `Watching ${name} failed; retrying`);
      return { isDone: false, why: 'Reading it failed' };
    }
  };
