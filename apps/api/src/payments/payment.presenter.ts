import type {
  GetPaymentResponse,
  ListPaymentsResponse,
  PaymentExecution,
  PaymentResource,
  PreviewPaymentResponse,
} from '@weir/api-contract';
import type {
  PaymentExecutionView,
  PaymentPreview,
  PaymentsPage,
  PaymentsService,
  PaymentView,
  TokenType,
} from '@weir/services';
import { addOnchain, type OnchainOf } from '../indexer/read-onchain.js';
import { presentAmount } from '../shared/present-amount.js';
import { presentEvent, presentRefund } from '../streams/stream.presenter.js';

/** Presents the terms of a payment. */
export const presentPaymentTerms = (payment: PaymentPreview['payment']): PreviewPaymentResponse['payment'] => ({
  sender: payment.sender,
  recipient: payment.recipient,
  recipient_name: payment.recipientName,
  token_type: payment.tokenType,
  token_category: payment.tokenCategory,
  amount_per_period: presentAmount(payment.amountPerPeriod, payment.tokenType),
  amount_per_period_base: payment.amountPerPeriod.toString(),
  total_amount: presentAmount(payment.totalAmount, payment.tokenType),
  total_amount_base: payment.totalAmount.toString(),
  interval: payment.interval,
  interval_seconds: payment.intervalSeconds,
  start_date: payment.startDate,
  end_date: payment.endDate,
  periods_funded: payment.periodsFunded,
  cancelable: payment.cancelable,
  pausable: payment.pausable,
  cancel_notice_blocks: payment.cancelNoticeBlocks,
  vault_id: payment.vaultId,
});

/** Presents a stored payment. */
export const presentPayment = (payment: PaymentView): PaymentResource => {
  const amount = (base: bigint) => presentAmount(base, payment.tokenType);
  return {
    id: payment.id,
    payment_id: payment.paymentId,
    ...presentPaymentTerms(payment),
    intervalSeconds: payment.intervalSeconds,
    next_payment_date: payment.nextPaymentDate,
    nextPaymentDate: payment.nextPaymentDate,
    total_paid: amount(payment.totalPaid),
    total_paid_base: payment.totalPaid.toString(),
    payment_count: payment.paymentCount,
    claimable_amount: amount(payment.claimableAmount),
    claimable_amount_base: payment.claimableAmount.toString(),
    periods_due: payment.periodsDue,
    status: payment.status,
    settled: payment.pause?.settled ?? null,
    pause: payment.pause,
    contract_address: payment.contractAddress,
    nft_commitment: payment.nftCommitment,
    funding_tx_hash: payment.fundingTxHash,
    funded_by_sender: payment.fundedBySender,
    activated_at: payment.activatedAt,
    expires_at: payment.expiresAt,
    created_at: payment.createdAt,
    updated_at: payment.updatedAt,
    refund: presentRefund(payment),
    as_of: payment.asOf,
  };
};

/** Presents the periods that one transaction paid. */
export const presentExecution = (execution: PaymentExecutionView, tokenType: TokenType): PaymentExecution => ({
  id: execution.id,
  payment_id: execution.paymentId,
  amount: presentAmount(execution.amount, tokenType),
  amount_base: execution.amount.toString(),
  intervals: execution.intervals,
  paid_at: execution.paidAt,
  tx_hash: execution.txHash,
  source: execution.source,
});

/** Presents a page of payments. */
export const presentPaymentsPage = (
  { payments, total, nextCursor }: PaymentsPage,
  onchainOf: OnchainOf,
): ListPaymentsResponse => ({
  success: true,
  payments: payments.map((payment) => addOnchain(presentPayment(payment), onchainOf(payment))),
  total,
  nextCursor,
});

/** Presents a payment with its executions, under all field names that clients use, and its events. */
export const presentPaymentDetail = (
  { payment, executions, events }: Awaited<ReturnType<PaymentsService['get']>>,
  onchainOf: OnchainOf,
): GetPaymentResponse => {
  const rows = executions.map((execution) => presentExecution(execution, payment.tokenType));
  return {
    success: true,
    payment: addOnchain(presentPayment(payment), onchainOf(payment)),
    executions: rows,
    history: rows,
    payment_executions: rows,
    events: events.map((event) => presentEvent(event, payment.tokenType)),
  };
};
