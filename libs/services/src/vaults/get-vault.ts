import { seenBy } from './vault-access.js';
import type { VaultContext } from './vault-context.js';
import { toVaultEventView, toVaultView } from './vault-view.js';
import type { VaultEventView, VaultView } from './vaults.types.js';

/** Returns a vault as it is recorded, with the history of its state. */
export const getVault = async (
  context: VaultContext,
  id: string,
  callerAddress: string,
): Promise<{ vault: VaultView; events: readonly VaultEventView[] }> => {
  const history = await context.vaults.history(id);
  const { vault, caller } = seenBy(context, history?.vault, id, callerAddress);
  return { vault: toVaultView(vault, caller.hashHex), events: (history?.events ?? []).map(toVaultEventView) };
};
