import type { Patience } from '../../shared/watch/missing-transactions.js';
import type { WatchProgress } from '../../shared/watch/watch-counts.js';
import type { Worker, WorkerOptions } from '../../shared/watch/worker.js';
import type { StreamContext } from '../stream-context.js';
import type { WatcherAction } from './protect-during-notice.js';

/** The dependencies of the stream watcher, and how often it works. */
export interface StreamWatcherOptions extends WorkerOptions {
  readonly context: StreamContext;
  /** Longest pause between two rounds, milliseconds, default 30,000: a new block starts one at once. */
  readonly intervalMs?: number;
  /** Pause between two polls for changed streams, milliseconds, default 1,000. */
  readonly pollMs?: number;
  /** When a transaction that all servers deny counts as gone; default after 3 denials, at least 10 seconds apart. */
  readonly patience?: Patience;
}

/** The progress of the stream watcher, and what it sent. */
export interface StreamWatcherStatus extends WatchProgress {
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
export type StreamWatcher = Worker<StreamWatcherStatus>;
