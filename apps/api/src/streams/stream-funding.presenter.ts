import type { FundingInfoResponse } from '@weir/api-contract';
import { encodeWcTransaction } from '@weir/covenants';
import type { WcEncoding } from '@weir/covenants';
import type { FundingInfo, TransactionInputView, TransactionOutputView } from '@weir/services';
import { presentAmount } from '../shared/present-amount.js';

const presentInput = ({ txid, vout, satoshis }: TransactionInputView) => ({
  txid,
  vout,
  amount: presentAmount(satoshis),
  amountBase: satoshis.toString(),
});

const presentOutput = ({ to, lockingBytecode, satoshis, token }: TransactionOutputView) => ({
  to,
  lockingBytecode,
  amount: presentAmount(satoshis),
  amountBase: satoshis.toString(),
  ...(token && {
    token: { category: token.category, amountBase: token.amount.toString(), ...(token.nft && { nft: token.nft }) },
  }),
});

/** The funding to sign, or the preparation before it. */
export const presentFunding = (info: FundingInfo, encoding: WcEncoding): FundingInfoResponse => {
  if (info.kind === 'preparation') {
    return {
      success: false,
      requiresPreparation: true,
      preparationTransaction: encodeWcTransaction(info.preparationTransaction, encoding),
      message: info.message,
    };
  }
  const details = {
    inputs: info.inputs.map(presentInput),
    outputs: info.outputs.map(presentOutput),
    fee: presentAmount(info.fee),
    feeBase: info.fee.toString(),
  };
  return {
    success: true,
    fundingInfo: {
      streamId: info.streamId,
      contractAddress: info.contractAddress,
      sender: info.sender,
      recipient: info.recipient,
      amount: presentAmount(info.amount, info.tokenType),
      amountBase: info.amount.toString(),
      tokenType: info.tokenType,
      ...details,
    },
    ...details,
    wcTransaction: encodeWcTransaction(info.wcTransaction, encoding),
  };
};
