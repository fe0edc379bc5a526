import { parseParty } from '../shared/parties.js';
import { ServiceError } from '../shared/service-error.js';
import { assertCreator, isCreator, isSigner, loadVault } from '../shared/vaults/vault-access.js';
import type { VaultContext } from './vault-context.js';
import { toVaultView } from './vault-view.js';
import type { VaultView } from './vaults.types.js';

const MAX_VIEWERS = 100;

/**
 * Adds a viewer to a vault; a creator or signer keeps their role. For the creator.
 *
 * @throws ServiceError INVALID_ADDRESS, WRONG_STATE
 */
export const addViewer = async (
  context: VaultContext,
  id: string,
  address: string,
  callerAddress: string,
): Promise<VaultView> => {
  const seen = await loadVault(context, id, callerAddress);
  assertCreator(seen, 'let others see it');
  const viewer = parseParty(address, context.network, 'signerAddress');
  const hash = viewer.hashHex;
  if (isCreator(seen.vault, hash) || isSigner(seen.vault, hash)) return toVaultView(seen.vault, seen.caller.hashHex);
  const vault = await context.vaults.withVault(id, (scope) => {
    const { viewers } = scope.vault;
    if (viewers.length >= MAX_VIEWERS && !viewers.some((each) => each.hash === hash)) {
      throw new ServiceError('WRONG_STATE', `A vault has at most ${MAX_VIEWERS} viewers`, { viewers: viewers.length });
    }
    return scope.addViewer({ address: viewer.address, hash });
  });
  return toVaultView(vault, seen.caller.hashHex);
};
