import type { PublishedEventsRepository } from '@weir/infra';
import { repeat, startWorker, type Worker, type WorkerOptions } from '../shared/watch/worker.js';

export interface EventKeeperOptions extends WorkerOptions {
  readonly events: Pick<PublishedEventsRepository, 'dropBefore'>;
  /** How long events are kept, seconds. */
  readonly keptSeconds: number;
  /** Unix seconds. */
  readonly now: () => number;
  /** Pause between two rounds, milliseconds; default ten minutes. */
  readonly intervalMs?: number;
}

/** Drops events that are too old. */
export const createEventKeeper = (options: EventKeeperOptions): Worker => {
  const { events, keptSeconds, log, now, intervalMs = 600_000 } = options;
  return startWorker({
    ...options,
    name: 'event-keeper',
    work: (signal) =>
      repeat(signal, {
        pauseMs: intervalMs,
        async step() {
          while ((await events.dropBefore(now() - keptSeconds)) > 0);
        },
        onFailure: (error) => log.warn({ err: error }, 'Deleting old events failed; retrying'),
      }),
    status: () => ({}),
  });
};
