import { findVaultDeployment } from '@weir/covenants';
import type { VaultRecord } from '@weir/infra';
import { contractOf, toStateRecord } from '../stored-vault.js';
import type { VaultContext } from '../vault-context.js';
import { findTransaction } from './check-recorded.js';
import { depositTransition } from './vault-lineage.js';

/**
 * Records a first deposit that a vault had lost and that has come back. Only one that was confirmed before: anybody can pay a
 * second one to the same address.
 *
 * @returns whether the vault is no longer pending
 * @throws ChainUnavailableError
 */
export const restoreDeposit = async (context: VaultContext, vault: VaultRecord): Promise<boolean> => {
  const { id, status } = vault;
  if (status !== 'pending') return false;
  for (const txHash of await context.vaults.lostDeposits(id)) {
    const transaction = await findTransaction(context.chain, txHash);
    if (transaction === undefined) continue;
    const found = findVaultDeployment(contractOf(vault, context.network), txHash, transaction.transaction);
    if (!found.ok) throw new Error(`Transaction ${txHash} made the state of vault ${id} once and does not now`);
    await context.vaults.withVault(id, async (scope) => {
      if (scope.vault.status !== 'pending') return;
      await scope.advance(depositTransition(found.coin, transaction, 'chain'), {
        status: 'active',
        state: toStateRecord(found.coin),
        deposit: { txHash, activatedAt: context.now() },
      });
    });
    return true;
  }
  return false;
};
