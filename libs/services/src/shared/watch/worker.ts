import { setTimeout as sleep } from 'node:timers/promises';
import { type ChainReader, electLeader } from '@weir/infra';

/** How much a watcher follows, and about how much of it the chain gives no clear answer. */
export interface WatchCounts {
  /** Scripts followed, or lanes compared in the last round. */
  readonly following: number;
  /** Records about which the chain gives no clear answer yet; they are looked at again and again. */
  readonly unsettled: number;
  /** For how long it has given none about the first of them, seconds; 0 where there is none. */
  readonly unsettledSeconds: number;
}

/** The progress of a watcher, for /ready and /metrics. */
export interface WatchProgress extends WatchCounts {
  /** Unix seconds of the last complete round; null before the first. */
  readonly lastRoundAt: number | null;
}

/** Keeps the progress of a watcher. @param now Unix seconds */
export const createWatchProgress = (now: () => number) => {
  let lastRoundAt: WatchProgress['lastRoundAt'] = null;
  let counts: WatchCounts = { following: 0, unsettled: 0, unsettledSeconds: 0 };
  return {
    onRound: (): void => void (lastRoundAt = now()),
    onCount: (latest: WatchCounts): void => void (counts = latest),
    read: (): WatchProgress => ({ lastRoundAt, ...counts }),
  };
};

/** The log of a watcher, as pino has it. */
export interface WatcherLog {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
}

/** The dependencies of every worker. */
export interface WorkerOptions {
  /** The database that holds the election's lock. */
  readonly databaseUrl: string;
  readonly log: WatcherLog;
}

/** Work that one process does among all replicas. */
export interface Work<Status extends object> extends WorkerOptions {
  /** Names the lock, and the worker in the log. */
  readonly name: string;
  /** Works until the signal is aborted. It is started again where it fails. */
  readonly work: (signal: AbortSignal) => Promise<void>;
  readonly status: () => Status;
}

export interface Worker<Status extends object = object> {
  /** What it reports, and whether this process is the one that works. */
  status(): Status & { readonly isLeader: boolean };
  stop(): Promise<void>;
}

/** Starts work in any process is elected for it. */
export const startWorker = <Status extends object>(declared: Work<Status>): Worker<Status> => {
  const { name, databaseUrl, log, work, status } = declared;
  const leader = electLeader({
    url: databaseUrl,
    name,
    work,
    onError: (error) => log.warn({ err: error }, `The ${name} failed; restarting`),
  });
  return {
    status: () => ({ isLeader: leader.isLeader, ...status() }),
    stop: () => leader.stop(),
  };
};

/** How a step is repeated. */
export interface Repeated {
  /** Pause after each step, milliseconds. */
  readonly pauseMs: number;
  readonly step: () => Promise<void>;
  readonly onFailure: (error: unknown) => void;
  /** Further pause after a step that failed, milliseconds; default none. */
  readonly afterFailureMs?: number;
}

/** Repeats a step until the signal is aborted, whether or not it succeeds. */
export const repeat = async (signal: AbortSignal, { pauseMs, step, onFailure, afterFailureMs = 0 }: Repeated) => {
  while (!signal.aborted) {
    let pause = pauseMs;
    try {
      await step();
    } catch (error) {
      onFailure(error);
      pause += afterFailureMs;
    }
    await sleep(pause, undefined, { signal }).catch(() => undefined);
  }
};

/**
 * Repeats a step until `signal` is aborted: after the pause that it returns, or at once when a new tip came, also while
 * it ran.
 *
 * @param step is reported whether there was a new tip since it began last (the first time: yes), and gives the pause after it,
 * milliseconds; must not throw
 */
export const repeatAtTips = async (
  signal: AbortSignal,
  chain: Pick<ChainReader, 'subscribeTip'>,
  step: (isNewTip: boolean) => Promise<number>,
): Promise<void> => {
  let wake = new AbortController();
  let isNewTip = true;
  const onTip = (): void => {
    isNewTip = true;
    wake.abort();
  };
  const onEnd = (): void => wake.abort();
  const unsubscribe = chain.subscribeTip(onTip);
  signal.addEventListener('abort', onEnd, { once: true });
  try {
    while (!signal.aborted) {
      wake = new AbortController();
      const hadNewTip = isNewTip;
      isNewTip = false;
      const pauseMs = await step(hadNewTip);
      await sleep(pauseMs, undefined, { signal: wake.signal }).catch(() => undefined);
    }
  } finally {
    unsubscribe();
    signal.removeEventListener('abort', onEnd);
  }
};
