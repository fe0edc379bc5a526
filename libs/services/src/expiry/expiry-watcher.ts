import { setTimeout as sleep } from 'node:timers/promises';
import { electLeader } from '@weir/infra';
import type { ExpiryContext } from './expiry-context.js';
import { sweepExpired } from './sweep-expired.js';
import { sweepKeys } from './sweep-keys.js';

/** The dependencies of the expiry watcher, and how often it works. */
export interface ExpiryWatcherOptions {
  readonly context: ExpiryContext;
  /** The database that holds the election's lock. */
  readonly databaseUrl: string;
  /** Pause between two sweeps, milliseconds; default ten minutes. */
  readonly intervalMs?: number;
}

/** A running expiry watcher. */
export interface ExpiryWatcher {
  stop(): Promise<void>;
}

/** Removes expired records that nobody has paid for, in one process among all replicas. */
export const createExpiryWatcher = ({
  context,
  databaseUrl,
  intervalMs = 600_000,
}: ExpiryWatcherOptions): ExpiryWatcher => {
  const { log } = context;
  const work = async (signal: AbortSignal): Promise<void> => {
    while (!signal.aborted) {
      try {
        await sweepKeys(context, signal);
        const result = await sweepExpired(context, context.streams.now(), signal);
        if (result.removed + result.confirmed > 0) log.info({ ...result }, 'Expired records were swept');
      } catch (error) {
        log.warn({ err: error }, 'A sweep of expired records failed; it is tried again');
      }
      await sleep(intervalMs, undefined, { signal }).catch(() => undefined);
    }
  };
  const leader = electLeader({
    url: databaseUrl,
    name: 'expiry-watcher',
    work,
    onError: (error) => log.warn({ err: error }, 'The sweep of expired records was interrupted; it starts again'),
  });
  return { stop: () => leader.stop() };
};
