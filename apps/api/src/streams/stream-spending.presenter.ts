import type {
  CancelResponse,
  ClaimInfoResponse,
  ClaimResponse,
  ConfirmResponse,
  PushResponse,
  RefundResponse,
} from '@weir/api-contract';
import { encodeWcTransaction, type WcEncoding } from '@weir/covenants';
import type { BuiltClaim, CancelInfo, ClaimInfo, ConfirmResult, PushResult, RefundResult } from '@weir/services';
import { presentAmount } from '../shared/present-amount.js';
import { presentClaim, presentStream } from './stream.presenter.js';

const claimable = ({ claimableAmount, tokenType }: ClaimInfo) => ({
  claimableAmount: presentAmount(claimableAmount, tokenType),
  claimableAmountBase: claimableAmount.toString(),
});

/** Presents what can be claimed: the claim, or the time from which there is one. */
export const presentClaimInfo = (info: ClaimInfo, encoding: WcEncoding): ClaimInfoResponse => {
  const wcTransaction = info.wcTransaction && encodeWcTransaction(info.wcTransaction, encoding);
  return {
    success: true,
    claimInfo: {
      streamId: info.streamId,
      contractAddress: info.contractAddress,
      recipient: info.recipient,
      ...claimable(info),
      totalReleased: presentAmount(info.totalReleased, info.tokenType),
      totalReleasedBase: info.totalReleased.toString(),
      vestedAmount: presentAmount(info.vestedAmount, info.tokenType),
      vestedAmountBase: info.vestedAmount.toString(),
      asOf: info.asOf,
      wcTransaction,
    },
    ...claimable(info),
    tokenCategory: info.tokenCategory,
    asOf: info.asOf,
    claimableAt: info.claimableAt,
    wcTransaction,
    signatureRequired: info.signatureRequired,
    txHex: info.txHex,
  };
};

/** Presents a claim to sign or to relay. */
export const presentClaimToSign = (info: BuiltClaim, encoding: WcEncoding): ClaimResponse => ({
  success: true,
  ...claimable(info),
  tokenCategory: info.tokenCategory,
  asOf: info.asOf,
  wcTransaction: encodeWcTransaction(info.wcTransaction, encoding),
  signatureRequired: info.signatureRequired,
  txHex: info.txHex,
  txHash: info.txHash,
});

/** Presents a cancel to sign. */
export const presentCancel = (info: CancelInfo, encoding: WcEncoding): CancelResponse => ({
  success: true,
  vestedAmount: presentAmount(info.vestedAmount, info.tokenType),
  vestedAmountBase: info.vestedAmount.toString(),
  unvestedAmount: presentAmount(info.unvestedAmount, info.tokenType),
  unvestedAmountBase: info.unvestedAmount.toString(),
  tokenCategory: info.tokenCategory,
  cancelReturnAddress: info.cancelReturnAddress,
  asOf: info.asOf,
  wcTransaction: encodeWcTransaction(info.wcTransaction, encoding),
  refund: {
    amount: presentAmount(info.refund.amount, info.tokenType),
    amountBase: info.refund.amount.toString(),
    availableAfterBlocks: info.refund.availableAfterBlocks,
  },
});

/** Presents the answer of every confirm route. */
export const presentConfirmation = ({ stream, claim, ...result }: ConfirmResult): ConfirmResponse => ({
  success: true,
  message: result.message,
  txHash: result.txHash,
  status: result.status,
  state: 'confirmed',
  confirmations: result.confirmations,
  finality: result.finality,
  stream: presentStream(stream),
  ...(claim && { claim: presentClaim(claim, stream.tokenType) }),
});

/** Presents a refund that was sent. */
export const presentSentRefund = ({ txHash, amount, stream }: RefundResult): RefundResponse => ({
  success: true,
  message: 'The refund is on its way to the sender',
  txHash,
  amount: presentAmount(amount, stream.tokenType),
  amountBase: amount.toString(),
  stream: presentStream(stream),
});

/** Presents a push, built or sent. */
export const presentPush = ({ tokenType, tokenCategory, amount, asOf, txHex, txHash }: PushResult): PushResponse => ({
  success: true,
  amount: presentAmount(amount, tokenType),
  amountBase: amount.toString(),
  tokenCategory,
  asOf,
  txHex,
  txHash,
});
