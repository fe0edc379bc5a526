import { watchScripts, type WatchListeners, type WatchPauses } from '../../shared/watch/watch-scripts.js';
import type { WatcherLog } from '../../shared/watch/watcher-log.js';
import type { VaultContext } from '../vault-context.js';
import type { VaultJob } from './vault-job.js';

/** The dependencies of the leader's rounds. */
export interface WatchVaultsTools extends WatchPauses, WatchListeners {
  readonly context: VaultContext;
  readonly log: WatcherLog;
  readonly job: VaultJob;
}

/** Vaults looked at at a time. */
const CONCURRENCY = 4;

/**
 * Does the leader's work until `signal` is aborted: follows the scripts of all vaults with money, and checks each at
 * every new block, too, as long as something of it is not final.
 */
export const watchVaults = (signal: AbortSignal, { context, ...tools }: WatchVaultsTools): Promise<void> => {
  const { watch } = context.vaults;
  return watchScripts(signal, {
    ...tools,
    name: 'vault',
    records: watch,
    chain: context.chain,
    concurrency: CONCURRENCY,
    dueInRound: () => watch.unfinal(),
  });
};
