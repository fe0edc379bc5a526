import { electLeader } from '@weir/infra';
import type { Patience } from '../../shared/watch/doubts.js';
import { NO_COUNTS, type WatchCounts } from '../../shared/watch/watch-counts.js';
import type { WatcherLog } from '../../shared/watch/watcher-log.js';
import type { AirdropContext } from '../airdrop-context.js';
import { createLaneJob } from './lane-job.js';
import { watchCampaigns } from './watch-campaigns.js';

/** The dependencies of the campaign watcher, and how often it works. */
export interface CampaignWatcherOptions {
  readonly context: AirdropContext;
  /** The database that holds the election's lock. */
  readonly databaseUrl: string;
  readonly log: WatcherLog;
  /** Longest pause between two rounds, milliseconds, default 15,000: a new block starts one at once. */
  readonly intervalMs?: number;
  /** When a transaction that all servers deny counts as gone; default after 3 denials, at least 10 seconds apart. */
  readonly patience?: Patience;
}

/** The status of the watcher. */
export interface CampaignWatcherStatus extends WatchCounts {
  /** Whether this process is the one that watches. */
  readonly isLeader: boolean;
  /** Unix seconds of the last complete round; null before the first. */
  readonly lastRoundAt: number | null;
}

/** A running campaign watcher. */
export interface CampaignWatcher {
  status(): CampaignWatcherStatus;
  stop(): Promise<void>;
}

const PATIENCE: Patience = { checks: 3, spacingMs: 10_000 };

/**
 * Keeps campaigns up to the chain, in one process among all replicas: records claims, closes and ends made by others,
 * rolls back and restores steps as the chain does, and ends lanes that have paid everything. Holds no key.
 */
export const createCampaignWatcher = ({
  context,
  databaseUrl,
  log,
  intervalMs = 15_000,
  patience = PATIENCE,
}: CampaignWatcherOptions): CampaignWatcher => {
  let lastRoundAt: number | null = null;
  let counts = NO_COUNTS;
  const leader = electLeader({
    url: databaseUrl,
    name: 'campaign-watcher',
    work: (signal) => {
      const onRound = (now: WatchCounts): void => {
        counts = now;
        lastRoundAt = context.now();
      };
      return watchCampaigns(signal, {
        context,
        log,
        intervalMs,
        retryMs: patience.spacingMs,
        job: createLaneJob({ context, log, patience }),
        onRound,
      });
    },
    onError: (error) => log.warn({ err: error }, 'The campaign watcher was interrupted; it starts again'),
  });
  return {
    status: () => ({ isLeader: leader.isLeader, lastRoundAt, ...counts }),
    stop: () => leader.stop(),
  };
};
