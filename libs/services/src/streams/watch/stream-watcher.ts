import { createWatchProgress } from '../../shared/watch/watch-counts.js';
import { startWorker } from '../../shared/watch/worker.js';
import { createStreamJob } from './stream-job.js';
import { watchStreams } from './watch-streams.js';
import type { StreamWatcher, StreamWatcherOptions, StreamWatcherStatus } from './watcher.types.js';

const PATIENCE = { checks: 3, spacingMs: 10_000 };

/**
 * Keeps stored streams up to the chain and their parties safe: records transitions made by others, rolls back and restores steps as
 * the chain does, pushes what backdated cancels would withhold and what falls due until a notice ends, and sends refunds whose
 * notice is over. Holds no key.
 */
export const createStreamWatcher = (options: StreamWatcherOptions): StreamWatcher => {
  const { context, log, intervalMs = 30_000, pollMs = 1_000, patience = PATIENCE } = options;
  const { onRound, onCount, read } = createWatchProgress(context.now);
  let lastAction: StreamWatcherStatus['lastAction'] = null;
  const sent = { push: 0, refund: 0, settle: 0 };
  let refused = 0;
  let atRisk = 0;
  return startWorker({
    ...options,
    name: 'stream-watcher',
    work: (signal) => {
      const job = createStreamJob({
        context,
        log,
        patience,
        onAction: (action) => {
          sent[action.kind] += 1;
          lastAction = { ...action, at: context.now() };
        },
        onRefused: () => (refused += 1),
      });
      return watchStreams(signal, {
        ...{ context, log, intervalMs, pollMs, onRound, onCount, job },
        retryMs: patience.spacingMs,
        onAtRisk: (now) => (atRisk = now),
      });
    },
    status: (): StreamWatcherStatus => ({ ...read(), lastAction, sent: { ...sent }, refused, atRisk }),
  });
};
