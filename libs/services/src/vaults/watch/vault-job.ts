import { hexToBin } from '@bitauth/libauth';
import { historyStatus, type ScriptReading } from '@weir/infra';
import { onChain } from '../../shared/chain-errors.js';
import { ServiceError } from '../../shared/service-error.js';
import type { WatcherLog } from '../../shared/watch/watcher-log.js';
import { syncVault } from '../chain/sync-vault.js';
import type { VaultContext } from '../vault-context.js';

/** What a look at a vault came to: up to where its script was read, or why it is to be looked at again soon. */
export type VaultOutcome = { readonly reading: ScriptReading } | { readonly why: string };

/** Looks at one vault. Never throws. */
export type VaultJob = (id: string) => Promise<VaultOutcome>;

/** A job that brings a vault's record, its balance and its proposals up to the chain. */
export const createVaultJob = (context: VaultContext, log: WatcherLog): VaultJob => {
  const { vaults, chain } = context;
  const work = async (id: string): Promise<VaultOutcome> => {
    const stored = await vaults.findById(id);
    if (stored === undefined) return { why: 'There is no such vault' };
    // Before the look: what comes meanwhile is another status, and looked at again.
    const history = await onChain(() => chain.history(hexToBin(stored.lockingBytecode)));
    const { vault } = await syncVault(id, context);
    const reading = { status: historyStatus(history), head: vault.state?.txid ?? null };
    await vaults.watch.saveReading(id, reading);
    return { reading };
  };
  return async (id) => {
    try {
      return await work(id);
    } catch (error) {
      if (error instanceof ServiceError) return { why: error.message };
      log.warn({ err: error, id }, 'A vault could not be watched; it is tried again');
      return { why: 'It could not be read' };
    }
  };
};
