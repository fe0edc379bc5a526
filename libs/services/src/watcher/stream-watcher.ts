import { setTimeout as sleep } from 'node:timers/promises';
import { electLeader } from '@weir/infra';
import type { FollowedStream, StreamRecord } from '@weir/infra';
import { ServiceError } from '../shared/service-error.js';
import { refundStream } from '../streams/refund-stream.js';
import type { StreamContext } from '../streams/stream-context.js';
import { syncStream } from '../streams/sync-stream.js';
import { protectRecipient } from './protect-stream.js';
import { updateFinality } from './update-finality.js';

export interface WatcherLog {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
}

export interface StreamWatcherOptions {
  readonly context: StreamContext;
  /** The database that holds the election's lock. */
  readonly databaseUrl: string;
  readonly log: WatcherLog;
  /** Longest pause between two rounds, milliseconds, default 30,000: a new block starts one at once. */
  readonly intervalMs?: number;
}

/** Where a watcher stands, for /ready and /metrics. */
export interface WatcherStatus {
  /** Whether this process is the one that watches. */
  readonly isLeader: boolean;
  /** Unix seconds of the last complete round; null before the first. */
  readonly lastRoundAt: number | null;
  readonly lastAction: { readonly kind: 'push' | 'refund'; readonly txHash: string; readonly at: number } | null;
}

export interface StreamWatcher {
  status(): WatcherStatus;
  stop(): Promise<void>;
}

const BATCH = 200;

/**
 * Keeps stored streams up to the chain and their parties safe, in one process among all replicas: at each new block, it
 * records transitions made by others, pushes against cancels dated back, and sends refunds whose notice is over. Holds
 * no key.
 */
export const createStreamWatcher = ({ context, databaseUrl, log, intervalMs = 30_000 }: StreamWatcherOptions): StreamWatcher => {
  let lastRoundAt: WatcherStatus['lastRoundAt'] = null;
  let lastAction: WatcherStatus['lastAction'] = null;
  const acted = (kind: 'push' | 'refund', stream: StreamRecord, txHash: string) => {
    lastAction = { kind, txHash, at: context.now() };
    log.info({ streamId: stream.streamId, txHash }, `Sent a ${kind}`);
  };

  const watch = async (stored: StreamRecord): Promise<void> => {
    const stream = await updateFinality(await syncStream(stored, context), context);
    if (stream.status !== 'CANCELLED' || stream.state === null) return;
    const pushed = await protectRecipient(stream, context);
    if (pushed !== undefined) {
      acted('push', stream, pushed);
      return;
    }
    const refund = await sendRefund(stream, context);
    if (refund !== undefined) acted('refund', stream, refund);
  };

  const round = async (signal: AbortSignal): Promise<void> => {
    let after: string | undefined;
    do {
      const batch: readonly FollowedStream[] = await context.streams.watch.listFollowed({ after, limit: BATCH });
      for (const { id } of batch) {
        const stream = await context.streams.findById(id);
        if (signal.aborted || stream === undefined) return;
        await watch(stream).catch((error: unknown) => log.warn({ err: error, streamId: stream.streamId }, 'A stream could not be watched; it is tried again'));
      }
      after = batch.at(-1)?.id;
    } while (after !== undefined && !signal.aborted);
    lastRoundAt = context.now();
  };

  const work = async (signal: AbortSignal): Promise<void> => {
    let wake = new AbortController();
    const unsubscribe = context.chain.subscribeTip(() => wake.abort());
    try {
      while (!signal.aborted) {
        wake = new AbortController();
        await round(signal);
        await sleep(intervalMs, undefined, { signal: AbortSignal.any([signal, wake.signal]) }).catch(() => undefined);
      }
    } finally {
      unsubscribe();
    }
  };

  const leader = electLeader({
    url: databaseUrl,
    name: 'stream-watcher',
    work,
    onError: (error) => log.warn({ err: error }, 'The stream watcher was interrupted; it starts again'),
  });
  return {
    status: () => ({ isLeader: leader.isLeader, lastRoundAt, lastAction }),
    stop: () => leader.stop(),
  };
};

/** The refund's hash where its notice is over. */
const sendRefund = async (stream: StreamRecord, context: StreamContext): Promise<string | undefined> => {
  try {
    return (await refundStream(stream.id, context)).txHash;
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'NOTICE_NOT_OVER') return undefined;
    throw error;
  }
};
