import type { StreamClaimRecord } from '@weir/infra';
import { confirmationOf } from '../shared/chain-errors.js';
import { viewTime } from '../shared/chain-time.js';
import { renewedTwice } from '../shared/renewals/first-renewal.js';
import { REFUND_SENT, sendRefund } from '../streams/cancel/end-notice.js';
import {
  confirmTransition,
  type ConfirmedTransition,
  type Claimed,
  expectedMove,
  verifyClaim,
} from '../streams/chain/confirm-transition.js';
import { verifyFunding } from '../streams/funding/verify-funding.js';
import type { StreamContext } from '../streams/stream-context.js';
import { toExecutionView, toPaymentView } from './payment-view.js';

const confirmed = async (
  context: StreamContext,
  message: string,
  { stream, transaction }: ConfirmedTransition,
  claim?: StreamClaimRecord,
) => {
  const payment = toPaymentView(stream, await viewTime(context));
  return {
    ...confirmationOf(message, transaction),
    status: payment.status,
    payment,
    ...(claim !== undefined && { execution: toExecutionView(claim) }),
  };
};

export const confirmPaymentFunding = async (context: StreamContext, id: string, txHash: string) => {
  const verified = await verifyFunding(context, id, txHash);
  const funding = await context.streams.fundingOf(verified.stream.place.fundingId ?? '');
  const twice = await renewedTwice(context, funding?.renews ?? null, id);
  return confirmed(context, `The payment is funded and active${twice}`, verified);
};

export const confirmPaymentClaim = async (context: StreamContext, id: string, txHash: string, claimed: Claimed) => {
  const { claim, ...transition } = await verifyClaim(context, id, txHash, claimed);
  const isComplete = transition.stream.status === 'COMPLETED';
  return confirmed(
    context,
    `The claim is recorded${isComplete ? '; the payment is completed' : ''}`,
    transition,
    claim,
  );
};

export const confirmPause = async (context: StreamContext, id: string, txHash: string) =>
  confirmed(
    context,
    'The payment is paused; it can be resumed after the notice',
    await confirmTransition(context, id, txHash, expectedMove('pause')),
  );

export const confirmResume = async (context: StreamContext, id: string, txHash: string) =>
  confirmed(context, 'The payment is resumed', await confirmTransition(context, id, txHash, expectedMove('resume')));

export const confirmPaymentCancel = async (context: StreamContext, id: string, txHash: string) => {
  const transition = await confirmTransition(context, id, txHash, expectedMove('cancel'));
  const message =
    transition.stream.state === null
      ? 'The payment is cancelled; the unpaid periods have returned to the sender'
      : 'The payment is cancelled; the unpaid periods return to the sender after the notice';
  return confirmed(context, message, transition);
};

/** Sends a payment's refund. @throws ServiceError as {@link sendRefund} */
export const refundPayment = async (context: StreamContext, id: string) => {
  const { stream, ...sent } = await sendRefund(context, id);
  return { message: REFUND_SENT, ...sent, payment: toPaymentView(stream, await viewTime(context)) };
};
