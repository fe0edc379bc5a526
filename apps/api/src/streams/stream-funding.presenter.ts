import type { FundingInfoResponse, FundingPreparation, FundingReady } from '@weir/api-contract';
import { encodeWcTransaction, type WcEncoding } from '@weir/covenants';
import type { FundingInfo, TransactionInputView, TransactionOutputView } from '@weir/services';
import { presentAmount } from '../shared/present-amount.js';

/** Presents an input of a transaction. */
export const presentInput = ({ txid, vout, satoshis }: TransactionInputView) => ({
  txid,
  vout,
  amount: presentAmount(satoshis),
  amountBase: satoshis.toString(),
});

/** Presents an output of a transaction. */
export const presentOutput = ({ to, lockingBytecode, satoshis, token }: TransactionOutputView) => ({
  to,
  lockingBytecode,
  amount: presentAmount(satoshis),
  amountBase: satoshis.toString(),
  ...(token && {
    token: { category: token.category, amountBase: token.amount.toString(), ...(token.nft && { nft: token.nft }) },
  }),
});

type Ready = Extract<FundingInfo, { kind: 'funding' }>;

/** Presents the preparation that a wallet needs before it can fund. */
export const presentPreparation = (
  info: Omit<Extract<FundingInfo, { kind: 'preparation' }>, 'kind'>,
  encoding: WcEncoding,
): FundingPreparation => ({
  success: false,
  requiresPreparation: true,
  preparationTransaction: encodeWcTransaction(info.preparationTransaction, encoding),
  message: info.message,
});

/** Presents the funding to sign. */
export const presentFundingDetails = (info: Ready, encoding: WcEncoding): FundingReady => {
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
      tokenCategory: info.tokenCategory,
      ...details,
    },
    ...details,
    wcTransaction: encodeWcTransaction(info.wcTransaction, encoding),
  };
};

/** Presents the funding to sign, or the preparation the wallet needs first. */
export const presentFunding = (info: FundingInfo, encoding: WcEncoding): FundingInfoResponse =>
  info.kind === 'preparation' ? presentPreparation(info, encoding) : presentFundingDetails(info, encoding);
