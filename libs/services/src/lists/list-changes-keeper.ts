import { setTimeout as sleep } from 'node:timers/promises';
import type { WatcherLog } from '../shared/watch/worker.js';

export interface ListChangesKeeperOptions {
  /** Reads the oldest transaction that may still write. */
  readonly readHorizon: () => Promise<bigint>;
  /** Removes the changes noted by transactions before one. */
  readonly clear: (floor: bigint) => Promise<void>;
  readonly log: WatcherLog;
  /** How long changes are kept at least, milliseconds; default a minute. */
  readonly keptMs?: number;
}

/**
 * Removes changes to lists that every process has seen. Every process does so, since it may be the only one; where there are
 * several, they leave it to each other.
 */
export const createListChangesKeeper = ({ readHorizon, clear, log, keptMs = 60_000 }: ListChangesKeeperOptions) => {
  const stopping = new AbortController();
  /** Whether to go on after it. */
  const pause = (): Promise<boolean> => sleep(keptMs, true, { signal: stopping.signal, ref: false }).catch(() => false);
  const work = async (): Promise<void> => {
    let floor: bigint | undefined;
    while (await pause()) {
      try {
        const horizon = await readHorizon();
        if (floor !== undefined) await clear(floor);
        floor = horizon;
      } catch (error) {
        log.warn({ err: error }, 'Deleting old list changes failed; retrying');
      }
    }
  };
  const working = work();
  return {
    stop: async () => {
      stopping.abort();
      await working;
    },
  };
};
