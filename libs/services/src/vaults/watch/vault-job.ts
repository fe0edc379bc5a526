import { hexToBin } from '@bitauth/libauth';
import { historyStatus } from '@weir/infra';
import { onChain } from '../../shared/chain-errors.js';
import { ServiceError } from '../../shared/service-error.js';
import { shownHistory } from '../../shared/shown-history.js';
import type { WatchOutcome } from '../../shared/watch/watch-scripts.js';
import type { WatcherLog } from '../../shared/watch/watcher-log.js';
import { syncVault } from '../chain/sync-vault.js';
import { recordFoundOpenings } from '../grants/record-grant.js';
import type { VaultContext } from '../vault-context.js';

/** Checks one vault. Never throws. */
export type VaultJob = (id: string) => Promise<WatchOutcome>;

/** Makes the job that brings a vault's record, its balance and its proposals up to the chain. */
export const createVaultJob = (context: VaultContext, log: WatcherLog): VaultJob => {
  const { vaults, chain } = context;
  const work = async (id: string): Promise<WatchOutcome> => {
    const stored = await vaults.findById(id);
    if (stored === undefined) return { isDone: false, why: 'There is no such vault' };
    // Before the look: what comes meanwhile is another status, and looked at again.
    const history = await onChain(() => shownHistory(hexToBin(stored.lockingBytecode), chain));
    const { vault } = await syncVault(context, id);
    await recordFoundOpenings(context, id);
    const reading = { status: historyStatus(history), head: vault.state?.txid ?? null };
    await vaults.watch.saveReading(id, reading);
    return { isDone: true, reading };
  };
  return async (id) => {
    try {
      return await work(id);
    } catch (error) {
      if (error instanceof ServiceError) return { isDone: false, why: error.message };
      log.warn({ err: error, id }, 'Watching a vault failed; retrying');
      return { isDone: false, why: 'Reading it failed' };
    }
  };
};
