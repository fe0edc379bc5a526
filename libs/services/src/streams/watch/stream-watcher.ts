import { electLeader } from '@weir/infra';
import { NO_COUNTS } from '../../shared/watch/watch-counts.js';
import { createStreamJob } from './stream-job.js';
import { watchStreams } from './watch-streams.js';
import type { StreamWatcher, StreamWatcherOptions, WatcherStatus } from './watcher.types.js';

const PATIENCE = { checks: 3, spacingMs: 10_000 };

/**
 * Keeps stored streams up to the chain and their parties safe, in one process among all replicas: records transitions
 * made by others, rolls back and restores steps as the chain does, pushes what backdated cancels would withhold and
 * what falls due until a notice ends, and sends refunds whose notice is over. Holds no key.
 */
export const createStreamWatcher = (options: StreamWatcherOptions): StreamWatcher => {
  const { context, databaseUrl, log, intervalMs = 30_000, pollMs = 1_000, patience = PATIENCE } = options;
  let lastRoundAt: WatcherStatus['lastRoundAt'] = null;
  let lastAction: WatcherStatus['lastAction'] = null;
  const sent = { push: 0, refund: 0, settle: 0 };
  let refused = 0;
  let counts = NO_COUNTS;
  let atRisk = 0;

  const leader = electLeader({
    url: databaseUrl,
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
      const onRound = () => (lastRoundAt = context.now());
      return watchStreams(signal, {
        context,
        log,
        intervalMs,
        pollMs,
        retryMs: patience.spacingMs,
        job,
        onRound,
        onCount: (now) => (counts = now),
        onAtRisk: (now) => (atRisk = now),
      });
    },
    onError: (error) => log.warn({ err: error }, 'The stream watcher was interrupted; it starts again'),
  });
  return {
    status: () => ({
      isLeader: leader.isLeader,
      lastRoundAt,
      lastAction,
      sent: { ...sent },
      refused,
      atRisk,
      ...counts,
    }),
    stop: () => leader.stop(),
  };
};
