import { loadVault } from './vault-access.js';
import type { VaultContext } from './vault-context.js';
import { toVaultEventView, toVaultView } from './vault-view.js';
import type { VaultEventView, VaultView } from './vaults.types.js';

/** A vault as it is recorded, with what happened to its state. See {@link VaultsService.get}. */
export const getVault = async (id: string, callerAddress: string, context: VaultContext): Promise<{ vault: VaultView; events: readonly VaultEventView[] }> => {
  const { vault, caller } = await loadVault(id, callerAddress, context);
  const events = await context.vaults.eventsOf(id);
  return { vault: toVaultView(vault, caller.hashHex), events: events.map(toVaultEventView) };
};
