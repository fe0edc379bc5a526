import { repeat, startWorker, type Worker } from '../shared/watch/worker.js';
import { type ExpiryContext, sweepExpired } from './sweep-expired.js';

/** The dependencies of the expiry watcher, and how often it works. */
export interface ExpiryWatcherOptions {
  readonly context: ExpiryContext;
  /** The database that holds the election's lock. */
  readonly databaseUrl: string;
  /** Pause between two sweeps, milliseconds; default ten minutes. */
  readonly intervalMs?: number;
}

/** Idempotency keys removed in one statement. */
const KEYS = 1_000;

/** Removes expired records that nobody has paid for, and expired idempotency keys. */
export const createExpiryWatcher = ({ context, databaseUrl, intervalMs = 600_000 }: ExpiryWatcherOptions): Worker => {
  const { log, keys } = context;
  return startWorker({
    databaseUrl,
    log,
    name: 'expiry-watcher',
    work: (signal) =>
      repeat(signal, {
        pauseMs: intervalMs,
        async step() {
          // The chain does not matter to keys.
          while (!signal.aborted && (await keys.removeExpired(KEYS)) === KEYS);
          const result = await sweepExpired(context, context.records.now(), signal);
          if (result.removed + result.confirmed > 0) log.info({ ...result }, 'Expired records deleted');
        },
        onFailure: (error) => log.warn({ err: error }, 'Deleting expired records failed; retrying'),
      }),
    status: () => ({}),
  });
};
