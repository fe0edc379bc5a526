import { createWatchProgress, type WatchProgress } from '../../shared/watch/watch-counts.js';
import { watchScripts } from '../../shared/watch/watch-scripts.js';
import { startWorker, type Worker, type WorkerOptions } from '../../shared/watch/worker.js';
import type { VaultContext } from '../vault-context.js';
import { createVaultJob } from './vault-job.js';

/** The dependencies of the vault watcher, and how often it works. */
export interface VaultWatcherOptions extends WorkerOptions {
  readonly context: VaultContext;
  /** Longest pause between two rounds, milliseconds, default 30,000: a new block starts one at once. */
  readonly intervalMs?: number;
  /** Pause between two polls for changed vaults, milliseconds, default 1,000. */
  readonly pollMs?: number;
  /** First pause before a vault is looked at again about which the chain gave no clear answer, milliseconds, default 2,000. */
  readonly retryMs?: number;
}

/** A running vault watcher. */
export type VaultWatcher = Worker<WatchProgress>;

/** Vaults looked at at a time. */
const CONCURRENCY = 4;

/**
 * Keeps vaults, their balances and their proposals up to the chain, whether or not anybody asks: spends and closes made elsewhere,
 * deposits, and what the chain drops. Follows the scripts of all vaults with money, and checks each at every new block, too, as
 * long as something of it is not final. Holds no key, sends nothing.
 */
export const createVaultWatcher = (options: VaultWatcherOptions): VaultWatcher => {
  const { context, log, intervalMs = 30_000, pollMs = 1_000, retryMs = 2_000 } = options;
  const { watch } = context.vaults;
  const { onRound, onCount, read } = createWatchProgress(context.now);
  return startWorker({
    ...options,
    name: 'vault-watcher',
    work: (signal) =>
      watchScripts(signal, {
        ...{ log, intervalMs, pollMs, retryMs, onRound, onCount },
        name: 'vault',
        records: watch,
        chain: context.chain,
        concurrency: CONCURRENCY,
        job: createVaultJob(context, log),
        dueInRound: () => watch.unfinal(),
      }),
    status: read,
  });
};
