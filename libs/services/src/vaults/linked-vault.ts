import type { Network } from '@weir/covenants';
import type { StreamRecord, VaultsRepository } from '@weir/infra';
import { parseParty, type Party } from '../shared/parties.js';
import { ServiceError } from '../shared/service-error.js';
import type { Viewer } from '../shared/viewer.js';
import { roleIn } from './vault-access.js';

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

/** The vault of a stream or payment as everybody may know it: a private one is not named. */
export const publicVaultOf = ({ vaultId, isVaultPublic }: Pick<StreamRecord, 'vaultId' | 'isVaultPublic'>) =>
  isVaultPublic ? vaultId : null;

/** The vault of a stream or payment as somebody in particular may know it: a private one is named to its members. */
export const vaultSeenBy = async (
  row: Pick<StreamRecord, 'vaultId' | 'isVaultPublic'>,
  viewer: Viewer | undefined,
  { vaults, network }: { readonly vaults: Pick<VaultsRepository, 'findById'>; readonly network: Network },
): Promise<string | null> => {
  if (row.vaultId === null || row.isVaultPublic || viewer === undefined) return publicVaultOf(row);
  const [vault, { hashHex }] = [
    await vaults.findById(row.vaultId),
    parseParty(viewer.address, network, 'x-user-address'),
  ];
  return vault !== undefined && roleIn(vault, hashHex) !== undefined ? row.vaultId : null;
};
