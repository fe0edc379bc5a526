import type { StreamClaimRecord } from '@weir/infra';
import { viewTime } from '../shared/chain-time.js';
import { verifyCancel } from '../streams/cancel/confirm-cancel.js';
import { REFUND_SENT, sendRefund } from '../streams/cancel/refund-stream.js';
import {
  confirmTransition,
  type ConfirmedTransition,
  type ExpectedTransition,
} from '../streams/chain/confirm-transition.js';
import { verifyClaim, type Claimed } from '../streams/claim/confirm-claim.js';
import { verifyFunding } from '../streams/funding/confirm-funding.js';
import type { StreamContext } from '../streams/stream-context.js';
import { toExecutionView, toPaymentView } from './payment-view.js';

const confirmed = async (
  context: StreamContext,
  message: string,
  { stream, transaction }: ConfirmedTransition,
  claim?: StreamClaimRecord,
) => {
  const payment = toPaymentView(stream, await viewTime(context));
  const { txid: txHash, confirmations, finality } = transaction;
  const result = { message, txHash, status: payment.status, confirmations, finality, payment };
  return claim === undefined ? result : { ...result, execution: toExecutionView(claim) };
};

/** Records a payment's funding. */
export const confirmPaymentFunding = async (context: StreamContext, id: string, txHash: string) =>
  confirmed(context, 'The payment is funded and active', await verifyFunding(context, id, txHash));

/** Records a claim of periods. */
export const confirmPaymentClaim = async (context: StreamContext, id: string, txHash: string, claimed: Claimed) => {
  const { claim, ...transition } = await verifyClaim(context, id, txHash, claimed);
  const message =
    transition.stream.status === 'COMPLETED'
      ? 'The claim is recorded; the payment is complete'
      : 'The claim is recorded';
  return confirmed(context, message, transition, claim);
};

const expecting = (name: 'pause' | 'resume', status: 'ACTIVE' | 'PAUSED'): ExpectedTransition => ({
  name,
  mismatch: ({ kind }) => (kind === name ? undefined : `The transaction is a ${kind} of this payment, not a ${name}`),
  allowed: (payment) => payment.status === status,
});

/** Records a pause. */
export const confirmPause = async (context: StreamContext, id: string, txHash: string) =>
  confirmed(
    context,
    'The payment is paused; it can be resumed after the notice',
    await confirmTransition(context, id, txHash, expecting('pause', 'ACTIVE')),
  );

/** Records a resume. */
export const confirmResume = async (context: StreamContext, id: string, txHash: string) =>
  confirmed(
    context,
    'The payment goes on',
    await confirmTransition(context, id, txHash, expecting('resume', 'PAUSED')),
  );

/** Records a cancel. */
export const confirmPaymentCancel = async (context: StreamContext, id: string, txHash: string) => {
  const transition = await verifyCancel(context, id, txHash);
  const message =
    transition.stream.state === null
      ? 'The payment is cancelled; the unpaid periods are back with the sender'
      : 'The payment is cancelled; the unpaid periods return to the sender after the notice';
  return confirmed(context, message, transition);
};

/** Sends a payment's refund. @throws ServiceError as {@link sendRefund} */
export const refundPayment = async (context: StreamContext, id: string) => {
  const { stream, ...sent } = await sendRefund(context, id);
  return { message: REFUND_SENT, ...sent, payment: toPaymentView(stream, await viewTime(context)) };
};
