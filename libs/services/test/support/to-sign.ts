import type { WcTransaction } from '@weir/covenants';
import type { Wallet } from '@weir/wallet';
import type { VaultsService } from '../../src/index.js';

/** The transaction to sign of a funding whose payer has a coin with index 0. */
export const toSign = ({
  kind,
  wcTransaction,
}: {
  readonly kind: string;
  readonly wcTransaction?: WcTransaction | null;
}): WcTransaction => {
  if (kind === 'preparation' || wcTransaction === null || wcTransaction === undefined)
    throw new Error('A funded test wallet needs no preparation');
  return wcTransaction;
};

/** Pays a vault's first deposit, after the preparation where the wallet has no coin at a first output. @returns its hash */
export const payFirstDeposit = async (vaults: VaultsService, id: string, creator: Wallet): Promise<string> => {
  const info = await vaults.deposit(id, creator.address);
  if (info.kind === 'preparation') {
    await creator.signTransaction(info.preparationTransaction);
    return payFirstDeposit(vaults, id, creator);
  }
  if (info.wcTransaction === null) throw new Error('A pending vault asks for a deposit');
  return (await creator.signTransaction(info.wcTransaction)).signedTransactionHash;
};
