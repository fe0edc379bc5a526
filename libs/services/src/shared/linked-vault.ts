import type { VaultsRepository } from '@weir/infra';
import { roleIn } from '../vaults/vault-access.js';
import type { Party } from './parties.js';
import { ServiceError } from './service-error.js';

/**
 * Refuses a vault that is not there, or that somebody may not see: both alike, so that nobody learns of a private one.
 *
 * @param vaultId uuid; null names none
 * @throws ServiceError INVALID_REQUEST
 */
export const assertLinkable = async (
  vaultId: string | null,
  { hashHex }: Party,
  { vaults }: { readonly vaults: Pick<VaultsRepository, 'findById'> },
): Promise<void> => {
  if (vaultId === null) return;
  const vault = await vaults.findById(vaultId);
  if (vault !== undefined && roleIn(vault, hashHex) !== undefined) return;
  throw new ServiceError('INVALID_REQUEST', 'vaultId names no vault that you may see', {
    field: 'vaultId',
    given: vaultId,
  });
};
