import { seenBy } from './vault-access.js';
import type { VaultContext } from './vault-context.js';
import { toVaultEventView, toVaultView } from './vault-view.js';
import type { VaultDetail } from './vaults.types.js';

/** Returns a vault as it is recorded, with the history of its state. */
export const getVault = async (context: VaultContext, id: string, callerAddress: string): Promise<VaultDetail> => {
  const history = await context.vaults.history(id);
  const { vault, caller } = seenBy(context, history?.vault, id, callerAddress);
  return { ...toVaultView(vault, caller.hashHex), events: (history?.events ?? []).map(toVaultEventView) };
};
