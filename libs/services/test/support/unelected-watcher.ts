import type { StreamContext, WatcherLog } from '../../src/index.js';
import { createStreamJob } from '../../src/streams/watch/stream-job.js';
import { watchStreams } from '../../src/streams/watch/stream-watcher.js';

/** A watcher that works though another one does: as one that lost its leadership and does not know yet. */
export const startUnelectedWatcher = (
  context: StreamContext,
  log: WatcherLog,
  { intervalMs, retryMs } = { intervalMs: 100, retryMs: 40 },
): { stop(): Promise<void> } => {
  const stopping = new AbortController();
  const nothing = (): void => undefined;
  const job = createStreamJob({ context, log, patience: { checks: 3, spacingMs: retryMs }, onAction: nothing });
  const ended = watchStreams(stopping.signal, {
    context,
    log,
    intervalMs,
    pollMs: 20,
    retryMs,
    job,
    onRound: nothing,
    onCount: nothing,
    onAtRisk: nothing,
  });
  return {
    async stop() {
      stopping.abort();
      await ended;
    },
  };
};
