import type { Vault } from '@weir/client';

/** Who pays something new, as somebody has chosen so far: the connected wallet, or a vault. */
export interface Payer {
  readonly by: 'wallet' | 'vault';
  /** Of the vault; empty while none was chosen. */
  readonly vaultId: string;
}

export type PayingVault = Pick<Vault, 'id' | 'name' | 'status'>;

/** The vaults of a list that fund what their reader creates: those they opened or sign for, until they are closed. */
export const payingVaults = <One extends PayingVault & Pick<Vault, 'role' | 'isSigner'>>(
  vaults: readonly One[],
): One[] => vaults.filter(({ role, isSigner, status }) => (isSigner || role === 'creator') && status !== 'closed');

/** What terms say of who pays: the vault chosen, else the first; undefined while there is none. Nobody gets another than they named. */
export const payerTerms = (
  { by, vaultId }: Payer,
  vaults: readonly PayingVault[] | undefined,
): { readonly vaultId?: string } | undefined => {
  if (by === 'wallet') return {};
  const chosen = vaultId === '' ? vaults?.[0] : vaults?.find(({ id }) => id === vaultId);
  return chosen === undefined ? undefined : { vaultId: chosen.id };
};
