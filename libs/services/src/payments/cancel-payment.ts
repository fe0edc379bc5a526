import { buildCancel } from '../streams/cancel/cancel-stream.js';
import type { StreamContext } from '../streams/stream-context.js';
import type { CancelPaymentInfo } from './payments.types.js';

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
