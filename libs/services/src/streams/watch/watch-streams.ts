import { setTimeout as sleep } from 'node:timers/promises';
import type { FollowedStream } from '@weir/infra';
import { KeyedQueue } from '../../shared/watch/keyed-queue.js';
import { Retries } from '../../shared/watch/retries.js';
import type { WatcherLog } from '../../shared/watch/watcher-log.js';
import type { StreamContext } from '../stream-context.js';
import { checkBlocks } from './check-blocks.js';
import { EventFeed } from './event-feed.js';
import { FollowedScripts } from './followed-scripts.js';
import type { StreamJob } from './stream-job.js';

export interface WatchTools {
  readonly context: StreamContext;
  readonly log: WatcherLog;
  /** Longest pause between two rounds, milliseconds: a new block starts one at once. */
  readonly intervalMs: number;
  /** Pause between two looks for streams that were funded, ..., milliseconds. */
  readonly pollMs: number;
  /** First pause before a stream is looked at again that the chain did not show clearly, milliseconds; it doubles. */
  readonly retryMs: number;
  readonly job: StreamJob;
  /** Told when a round was complete. */
  readonly onRound: () => void;
  /** Told what is followed, and what the chain does not show clearly. */
  readonly onCount: (counts: { readonly following: number; readonly unsettled: number }) => void;
}

const PAGE = 1_000;
/** Streams looked at at a time. */
const CONCURRENCY = 8;
/** Notices that are over ended in one round, of each kind. */
const NOTICES = 500;
/** Pause after a round that failed, milliseconds, where that is shorter than the usual one. */
const AFTER_FAILURE_MS = 5_000;
/** Looks in vain after which a stream is told of in the log. */
const TELL_AFTER = 3;

/**
 * The leader's work until `signal` is aborted. Subscribes to the scripts of all live deployments, and looks at a stream
 * when its script's status is another than the one it was read up to, when its record was changed by a replica, when a
 * block of its steps is not the chain's any more, and when something of it is due. Where nothing changed, a round asks
 * the chain nothing about single streams.
 */
export const watchStreams = async (signal: AbortSignal, tools: WatchTools): Promise<void> => {
  const { context, log, intervalMs, pollMs, retryMs, job } = tools;
  const { watch } = context.streams;
  const retries = new Retries((id) => queue.add(id), retryMs);
  const queue = new KeyedQueue(async (id) => {
    const outcome = await job(id);
    if (outcome.reading !== undefined) scripts.noteReading(id, outcome.reading);
    if (outcome.isDone) {
      retries.clear(id);
      return;
    }
    // Once is usual: a server's index lags behind what a client just confirmed.
    const attempts = retries.schedule(id);
    if (attempts === TELL_AFTER)
      log.info(
        { id, why: outcome.why },
        'The chain does not show clearly what became of a stream; it is looked at again',
      );
  }, CONCURRENCY);
  const scripts = new FollowedScripts(context.chain, (id) => queue.add(id));
  const events = new EventFeed(watch);

  const follow = (streams: readonly FollowedStream[]): void => {
    for (const stream of streams) {
      // Whoever led before may have read a cancel or pause and not acted on it any more.
      if ((stream.status === 'CANCELLED' || stream.status === 'PAUSED') && !scripts.has(stream.id))
        queue.add(stream.id);
      scripts.follow(stream);
    }
  };

  const refresh = async (): Promise<void> => {
    const ids = new Set<string>();
    for (let after: string | undefined; !signal.aborted;) {
      const page = await watch.listFollowed({ after, limit: PAGE });
      follow(page);
      for (const { id } of page) ids.add(id);
      after = page.at(-1)?.id;
      if (page.length < PAGE) break;
    }
    if (!signal.aborted) scripts.retain(ids);
  };

  const round = async (): Promise<void> => {
    await refresh();
    for (const id of await checkBlocks(context)) queue.add(id);
    const { height } = await context.chain.tip();
    // A block before a notice ends, too: what fell due since it began is pushed then, and again at its end.
    const due = { height: height + 2, limit: NOTICES };
    for (const { id } of await context.streams.pendingRefunds(due)) queue.add(id);
    for (const { id } of await context.streams.pendingSettlements(due)) queue.add(id);
    retries.hurry();
    tools.onRound();
  };

  const attempt = async (work: () => Promise<void>, failure: string): Promise<boolean> => {
    try {
      await work();
      return true;
    } catch (error) {
      log.warn({ err: error }, failure);
      return false;
    }
  };

  let roundDueAt = -Infinity;
  let wake = new AbortController();
  const wakeUp = (): void => wake.abort();
  const unsubscribe = context.chain.subscribeTip(() => {
    roundDueAt = -Infinity;
    wakeUp();
  });
  signal.addEventListener('abort', wakeUp, { once: true });
  try {
    while (!signal.aborted) {
      wake = new AbortController();
      // Before the round: from the first call on, no event is missed.
      await attempt(
        async () => follow(await watch.findFollowed(await events.changed())),
        'The stream watcher cannot read the database; it is tried again',
      );
      if (performance.now() >= roundDueAt) {
        roundDueAt = performance.now() + intervalMs;
        const isComplete = await attempt(round, 'A round of the stream watcher failed; it is tried again');
        if (!isComplete) roundDueAt = performance.now() + Math.min(intervalMs, AFTER_FAILURE_MS);
      }
      tools.onCount({ following: scripts.size, unsettled: retries.size });
      await sleep(Math.min(pollMs, intervalMs), undefined, { signal: wake.signal }).catch(() => undefined);
    }
  } finally {
    unsubscribe();
    scripts.close();
    retries.close();
    await queue.close();
  }
};
