import type {
  CancelPaymentResponse,
  PausePaymentResponse,
  PaymentClaimResponse,
  PaymentConfirmResponse,
  PaymentRefundResponse,
  ResumePaymentResponse,
} from '@weir/api-contract';
import { encodeWcTransaction, type WcEncoding } from '@weir/covenants';
import type {
  CancelPaymentInfo,
  PauseInfo,
  PaymentClaim,
  PaymentConfirmResult,
  PaymentRefundResult,
  ResumeInfo,
} from '@weir/services';
import { presentAmount } from '../shared/present-amount.js';
import { presentExecution, presentPayment } from './payment.presenter.js';

/** Presents a claim of all due periods. */
export const presentPaymentClaim = (claim: PaymentClaim, encoding: WcEncoding): PaymentClaimResponse => ({
  success: true,
  claimableAmount: presentAmount(claim.claimableAmount, claim.tokenType),
  claimableAmountBase: claim.claimableAmount.toString(),
  tokenCategory: claim.tokenCategory,
  intervalsClaimable: claim.intervalsClaimable,
  asOf: claim.asOf,
  wcTransaction: encodeWcTransaction(claim.wcTransaction, encoding),
  signatureRequired: claim.signatureRequired,
  txHex: claim.txHex,
  txHash: claim.txHash,
});

const due = ({ dueAmount, intervalsDue, tokenType }: Pick<PauseInfo, 'dueAmount' | 'intervalsDue' | 'tokenType'>) => ({
  dueAmount: presentAmount(dueAmount, tokenType),
  dueAmountBase: dueAmount.toString(),
  intervalsDue,
});

/** Presents a pause to sign. */
export const presentPause = (info: PauseInfo, encoding: WcEncoding): PausePaymentResponse => ({
  success: true,
  ...due(info),
  tokenCategory: info.tokenCategory,
  asOf: info.asOf,
  settlesAfterBlocks: info.settlesAfterBlocks,
  wcTransaction: encodeWcTransaction(info.wcTransaction, encoding),
});

/** Presents a resume to sign. */
export const presentResume = (info: ResumeInfo, encoding: WcEncoding): ResumePaymentResponse => ({
  success: true,
  nextPaymentDate: info.nextPaymentDate,
  asOf: info.asOf,
  wcTransaction: encodeWcTransaction(info.wcTransaction, encoding),
});

/** Presents a cancel to sign. */
export const presentPaymentCancel = (info: CancelPaymentInfo, encoding: WcEncoding): CancelPaymentResponse => ({
  success: true,
  ...due(info),
  tokenCategory: info.tokenCategory,
  returnedAmount: presentAmount(info.returnedAmount, info.tokenType),
  returnedAmountBase: info.returnedAmount.toString(),
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
export const presentPaymentConfirmation = ({
  payment,
  execution,
  ...result
}: PaymentConfirmResult): PaymentConfirmResponse => ({
  success: true,
  message: result.message,
  txHash: result.txHash,
  status: result.status,
  state: 'confirmed',
  confirmations: result.confirmations,
  finality: result.finality,
  payment: presentPayment(payment),
  ...(execution && { execution: presentExecution(execution, payment.tokenType) }),
});

/** Presents a refund that was sent. */
export const presentPaymentRefund = ({ txHash, amount, payment }: PaymentRefundResult): PaymentRefundResponse => ({
  success: true,
  message: 'The refund is on its way to the sender',
  txHash,
  amount: presentAmount(amount, payment.tokenType),
  amountBase: amount.toString(),
  payment: presentPayment(payment),
});
