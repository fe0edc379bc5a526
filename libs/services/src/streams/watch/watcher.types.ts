import type { Patience } from '../../shared/watch/doubts.js';
import type { WatchCounts } from '../../shared/watch/watch-counts.js';
import type { WatcherLog } from '../../shared/watch/watcher-log.js';
import type { StreamContext } from '../stream-context.js';
import type { WatcherAction } from './tend-stream.js';

/** The dependencies of the stream watcher, and how often it works. */
export interface StreamWatcherOptions {
  readonly context: StreamContext;
  /** The database that holds the election's lock. */
  readonly databaseUrl: string;
  readonly log: WatcherLog;
  /** Longest pause between two rounds, milliseconds, default 30,000: a new block starts one at once. */
  readonly intervalMs?: number;
  /** Pause between two polls for changed streams, milliseconds, default 1,000. */
  readonly pollMs?: number;
  /** When a transaction that all servers deny counts as gone; default after 3 denials, at least 10 seconds apart. */
  readonly patience?: Patience;
}

/** The status of a watcher, for /ready and /metrics. */
export interface WatcherStatus extends WatchCounts {
  /** Whether this process is the one that watches. */
  readonly isLeader: boolean;
  /** Unix seconds of the last complete round; null before the first. */
  readonly lastRoundAt: number | null;
  readonly lastAction: (WatcherAction & { readonly at: number }) | null;
  /** Transactions sent since the start, by kind. */
  readonly sent: Readonly<Record<WatcherAction['kind'], number>>;
  /** Those that nodes refused, as a rule since somebody else was faster. */
  readonly refused: number;
  /**
   * Streams under notice for whose pushes without a signature nodes ask more than the contracts may pay, in the last
   * round here.
   */
  readonly atRisk: number;
}

/** A running stream watcher. */
export interface StreamWatcher {
  status(): WatcherStatus;
  stop(): Promise<void>;
}
