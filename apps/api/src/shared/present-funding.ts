import type { CreateStreamResponse, FundingPreparation } from '@weir/api-contract';
import { encodeWcTransaction, type WcEncoding } from '@weir/covenants';
import type { FundingInfo, FundingProposal, TransactionInputView, TransactionOutputView } from '@weir/services';
import { presentAmount } from './present-amount.js';

/** Presents an input of a transaction. */
export const presentInput = ({ txid, vout, amount }: TransactionInputView) => ({
  txid,
  vout,
  amount: presentAmount(amount),
  amountBase: amount.toString(),
});

/** Presents an output of a transaction. */
export const presentOutput = ({ to, lockingBytecode, amount, token }: TransactionOutputView) => ({
  to,
  lockingBytecode,
  amount: presentAmount(amount),
  amountBase: amount.toString(),
  ...(token && {
    token: { category: token.category, amountBase: token.amount.toString(), ...(token.nft && { nft: token.nft }) },
  }),
});

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

/** Presents the proposal by which a vault's members fund a new record. */
export const presentFundingProposal = (
  proposal: FundingProposal | undefined,
): Pick<CreateStreamResponse, 'proposal'> => {
  if (proposal === undefined) return {};
  const { kind, streamIds, paymentIds, planId, campaignId } = proposal.body;
  const body = {
    kind,
    ...(streamIds && { streamIds: [...streamIds] }),
    ...(paymentIds && { paymentIds: [...paymentIds] }),
    ...(planId !== undefined && { planId }),
    ...(campaignId !== undefined && { campaignId }),
  };
  return { proposal: { method: 'POST', path: proposal.path, body } };
};
