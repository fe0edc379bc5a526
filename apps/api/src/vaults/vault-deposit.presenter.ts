import type { UpdateBalanceResponse, VaultDepositResponse } from '@weir/api-contract';
import { encodeWcTransaction, type WcEncoding } from '@weir/covenants';
import type { BalanceUpdate, DepositInfo } from '@weir/services';
import { presentAmount } from '../shared/present-amount.js';
import { presentVaultAnswer } from './vault.presenter.js';

/** Presents the deposit to sign, or the preparation the wallet needs first. */
export const presentVaultDeposit = (info: DepositInfo, encoding: WcEncoding): VaultDepositResponse => {
  if (info.kind === 'preparation') {
    const preparationTransaction = encodeWcTransaction(info.preparationTransaction, encoding);
    return { success: false, requiresPreparation: true, preparationTransaction, message: info.message };
  }
  const { vault, amountToDeposit, fee } = info;
  return {
    success: true,
    contractAddress: vault.contractAddress,
    totalDeposit: presentAmount(vault.totalDeposit),
    totalDepositBase: vault.totalDeposit.toString(),
    currentBalance: presentAmount(vault.currentBalance),
    currentBalanceBase: vault.currentBalance.toString(),
    amountToDeposit: presentAmount(amountToDeposit),
    depositSatoshis: amountToDeposit.toString(),
    stateNft: info.stateNft,
    fee: presentAmount(fee),
    feeBase: fee.toString(),
    wcTransaction: info.wcTransaction && encodeWcTransaction(info.wcTransaction, encoding),
  };
};

/** Presents a deposit that was found on the chain. */
export const presentBalance = ({
  vault,
  txHash,
  amount,
  confirmations,
  finality,
}: BalanceUpdate): UpdateBalanceResponse => ({
  ...presentVaultAnswer(vault),
  message: 'The deposit is on the chain, and the balance is what lies at the address',
  txHash,
  amount: presentAmount(amount),
  amountBase: amount.toString(),
  confirmations,
  finality,
});
