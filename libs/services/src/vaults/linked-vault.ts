import type { Network } from '@weir/covenants';
import type { StreamRecord, VaultsRepository } from '@weir/infra';
import { parseParty } from '../shared/parties.js';
import type { Viewer } from '../shared/viewer.js';
import { roleIn } from './vault-access.js';

/** Returns the vault of a stream or payment as everybody may know it: a private one is not named. */
export const publicVaultOf = ({ vaultId, isVaultPublic }: Pick<StreamRecord, 'vaultId' | 'isVaultPublic'>) =>
  isVaultPublic ? vaultId : null;

/** Returns the vault of a stream or payment as a viewer may know it: a private one is named to its members. */
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
