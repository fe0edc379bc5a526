import { setTimeout as sleep } from 'node:timers/promises';
import { electLeader, type PublishedEventsRepository } from '@weir/infra';
import type { WatcherLog } from '../shared/watch/watcher-log.js';

/** The dependencies of the event keeper. */
export interface EventKeeperOptions {
  readonly events: Pick<PublishedEventsRepository, 'dropBefore'>;
  /** The database that holds the election's lock. */
  readonly databaseUrl: string;
  /** How long events are kept, seconds. */
  readonly keptSeconds: number;
  readonly log: WatcherLog;
  /** Unix seconds. */
  readonly now: () => number;
  /** Pause between two rounds, milliseconds; default ten minutes. */
  readonly intervalMs?: number;
}

/** Drops events that are too old, in one process among all replicas. */
export const createEventKeeper = ({
  events,
  databaseUrl,
  keptSeconds,
  log,
  now,
  intervalMs = 600_000,
}: EventKeeperOptions): { stop(): Promise<void> } => {
  const work = async (signal: AbortSignal): Promise<void> => {
    while (!signal.aborted) {
      try {
        while ((await events.dropBefore(now() - keptSeconds)) > 0);
      } catch (error) {
        log.warn({ err: error }, 'Old events could not be dropped; it is tried again');
      }
      await sleep(intervalMs, undefined, { signal }).catch(() => undefined);
    }
  };
  const leader = electLeader({
    url: databaseUrl,
    name: 'event-keeper',
    work,
    onError: (error) => log.warn({ err: error }, 'Dropping old events was interrupted; it starts again'),
  });
  return { stop: () => leader.stop() };
};
