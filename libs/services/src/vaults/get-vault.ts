import { seenBy } from './vault-access.js';
import type { VaultContext } from './vault-context.js';
import { toVaultEventView, toVaultView } from './vault-view.js';
import type { VaultEventView, VaultView } from './vaults.types.js';

/** Returns a vault as it is recorded, with the history of its state. See {@link VaultsService.get}. */
export const getVault = async (
  id: string,
  callerAddress: string,
  context: VaultContext,
): Promise<{ vault: VaultView; events: readonly VaultEventView[] }> => {
  const history = await context.vaults.history(id);
  const { vault, caller } = seenBy(history?.vault, id, callerAddress, context);
  return { vault: toVaultView(vault, caller.hashHex), events: (history?.events ?? []).map(toVaultEventView) };
};
