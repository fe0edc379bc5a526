import type { Network } from '@weir/covenants';
import type { VaultsRepository } from '@weir/infra';
import { parseParty } from '../parties.js';
import type { Viewer } from '../viewer.js';
import { roleIn } from './vault-access.js';

/** What is stored of the vault that funds a stream, a payment or a campaign. */
interface Linked {
  readonly vaultId: string | null;
  readonly vaultPublic: boolean;
}

/** Returns the vault that funds a record as everybody may know it: a private one is not named. */
export const publicVaultOf = ({ vaultId, vaultPublic }: Linked): string | null => (vaultPublic ? vaultId : null);

/** Returns the vault that funds a record as a viewer may know it: a private one is named to its members. */
export const vaultSeenBy = async (
  { vaults, network }: { readonly vaults: Pick<VaultsRepository, 'findById'>; readonly network: Network },
  row: Linked,
  viewer: Viewer | undefined,
): Promise<string | null> => {
  if (row.vaultId === null || row.vaultPublic || viewer === undefined) return publicVaultOf(row);
  const [vault, { hashHex }] = [
    await vaults.findById(row.vaultId),
    parseParty(viewer.address, network, 'x-user-address'),
  ];
  return vault !== undefined && roleIn(vault, hashHex) !== undefined ? row.vaultId : null;
};
