import type { Vault } from '@weir/client';

/** Who is to pay for a new record: the connected wallet, or a vault. */
export interface Payer {
  readonly by: 'wallet' | 'vault';
  /** Id of the vault; empty until one was chosen. */
  readonly vaultId: string;
}

export type PayingVault = Pick<Vault, 'id' | 'name' | 'status'>;

/** Returns the vaults that can fund what the user creates: those they created or sign for, unless closed. */
export const payingVaults = <One extends PayingVault & Pick<Vault, 'role' | 'isSigner'>>(
  vaults: readonly One[],
): One[] => vaults.filter(({ role, isSigner, status }) => (isSigner || role === 'creator') && status !== 'closed');

/**
 * Returns the payer's part of the terms: the chosen vault, or the first if none was chosen; undefined where there is none. A chosen
 * vault is never replaced by another.
 */
export const payerTerms = (
  { by, vaultId }: Payer,
  vaults: readonly PayingVault[] | undefined,
): { readonly vaultId?: string } | undefined => {
  if (by === 'wallet') return {};
  const chosen = vaultId === '' ? vaults?.[0] : vaults?.find(({ id }) => id === vaultId);
  return chosen === undefined ? undefined : { vaultId: chosen.id };
};
