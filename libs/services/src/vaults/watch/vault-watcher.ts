import { electLeader } from '@weir/infra';
import { NO_COUNTS, type WatchCounts } from '../../shared/watch/watch-counts.js';
import type { WatcherLog } from '../../shared/watch/watcher-log.js';
import type { VaultContext } from '../vault-context.js';
import { createVaultJob } from './vault-job.js';
import { watchVaults } from './watch-vaults.js';

/** The dependencies of the vault watcher, and how often it works. */
export interface VaultWatcherOptions {
  readonly context: VaultContext;
  /** The database that holds the election's lock. */
  readonly databaseUrl: string;
  readonly log: WatcherLog;
  /** Longest pause between two rounds, milliseconds, default 30,000: a new block starts one at once. */
  readonly intervalMs?: number;
  /** Pause between two polls for changed vaults, milliseconds, default 1,000. */
  readonly pollMs?: number;
  /** First pause before a vault is looked at again about which the chain gave no clear answer, milliseconds, default 2,000. */
  readonly retryMs?: number;
}

/** The status of the watcher. */
export interface VaultWatcherStatus extends WatchCounts {
  /** Whether this process is the one that watches. */
  readonly isLeader: boolean;
  /** Unix seconds of the last complete round; null before the first. */
  readonly lastRoundAt: number | null;
}

/** A running vault watcher. */
export interface VaultWatcher {
  status(): VaultWatcherStatus;
  stop(): Promise<void>;
}

/**
 * Keeps vaults, their balances and their proposals up to the chain, in one process among all replicas, whether or not
 * anybody asks: spends and closes made elsewhere, deposits, and what the chain drops. Holds no key, sends nothing.
 */
export const createVaultWatcher = (options: VaultWatcherOptions): VaultWatcher => {
  const { context, databaseUrl, log, intervalMs = 30_000, pollMs = 1_000, retryMs = 2_000 } = options;
  let lastRoundAt: number | null = null;
  let counts = NO_COUNTS;
  const leader = electLeader({
    url: databaseUrl,
    name: 'vault-watcher',
    work: (signal) =>
      watchVaults(signal, {
        context,
        log,
        intervalMs,
        pollMs,
        retryMs,
        job: createVaultJob(context, log),
        onRound: () => (lastRoundAt = context.now()),
        onCount: (now) => (counts = now),
      }),
    onError: (error) => log.warn({ err: error }, 'The vault watcher was interrupted; it starts again'),
  });
  return {
    status: () => ({ isLeader: leader.isLeader, lastRoundAt, ...counts }),
    stop: () => leader.stop(),
  };
};
