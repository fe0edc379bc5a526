import { PATIENCE, type Patience } from '../../shared/watch/missing-transactions.js';
import {
  createWatchProgress,
  startWorker,
  type WatchProgress,
  type Worker,
  type WorkerOptions,
} from '../../shared/watch/worker.js';
import type { AirdropContext } from '../campaign/airdrop-context.js';
import { createLaneJob } from './lane-job.js';
import { watchCampaigns } from './watch-campaigns.js';

/** The dependencies of the campaign watcher, and how often it works. */
export interface CampaignWatcherOptions extends WorkerOptions {
  readonly context: AirdropContext;
  /** Longest pause between two rounds, milliseconds, default 15,000: a new block starts one at once. */
  readonly intervalMs?: number;
  /** When a transaction that all servers deny counts as gone; default after 3 denials, at least 10 seconds apart. */
  readonly patience?: Patience;
}

export type CampaignWatcher = Worker<WatchProgress>;

/**
 * Keeps campaigns up to the chain: records claims, closes and ends made by others, rolls back and restores steps as the chain does,
 * and ends lanes that have paid everything. Holds no key.
 */
export const createCampaignWatcher = (options: CampaignWatcherOptions): CampaignWatcher => {
  const { context, log, intervalMs = 15_000, patience = PATIENCE } = options;
  const { onRound, onCount, read } = createWatchProgress(context.now);
  return startWorker({
    ...options,
    name: 'campaign-watcher',
    work: (signal) =>
      watchCampaigns(signal, {
        context,
        log,
        intervalMs,
        onRound,
        onCount,
        retryMs: patience.spacingMs,
        job: createLaneJob({ context, log, patience }),
      }),
    status: read,
  });
};
