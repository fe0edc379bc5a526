import { viewTime } from '../shared/chain-time.js';
import { buildCancel } from '../streams/cancel/cancel-stream.js';
import { REFUND_SENT, sendRefund } from '../streams/cancel/refund-stream.js';
import type { StreamContext } from '../streams/stream-context.js';
import { toPaymentView } from './payment-view.js';
import type { CancelPaymentInfo, PaymentRefundResult } from './payments.types.js';

/** A sender's request to cancel a payment. */
export interface CancelPaymentRequest {
  readonly sender?: string | undefined;
  readonly allowUnsafeRecovery?: boolean | undefined;
}

/** Builds the sender's cancel to sign. */
export const cancelPayment = async (
  context: StreamContext,
  id: string,
  request: CancelPaymentRequest,
  caller: string,
): Promise<CancelPaymentInfo> => {
  const { split, unvestedAmount, ...cancel } = await buildCancel(
    context,
    id,
    { ...request, sender: request.sender ?? caller },
    caller,
  );
  return {
    tokenType: cancel.tokenType,
    tokenCategory: cancel.tokenCategory,
    dueAmount: split.paid,
    intervalsDue: Number(split.periods ?? 0n),
    returnedAmount: unvestedAmount,
    cancelReturnAddress: cancel.cancelReturnAddress,
    asOf: cancel.asOf,
    wcTransaction: cancel.wcTransaction,
    refund: cancel.refund,
  };
};

/** Sends a payment's refund. @throws ServiceError as {@link sendRefund} */
export const refundPayment = async (context: StreamContext, id: string): Promise<PaymentRefundResult> => {
  const { txHash, amount, stream } = await sendRefund(context, id);
  return { message: REFUND_SENT, txHash, amount, payment: toPaymentView(stream, await viewTime(context)) };
};
