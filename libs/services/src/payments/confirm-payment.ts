import type { StreamClaimRecord } from '@weir/infra';
import { viewTime } from '../shared/chain-time.js';
import { verifyCancel } from '../streams/cancel/confirm-cancel.js';
import {
  confirmTransition,
  type ConfirmedTransition,
  type ExpectedTransition,
} from '../streams/chain/confirm-transition.js';
import { verifyClaim, type Claimed } from '../streams/claim/confirm-claim.js';
import { verifyFunding } from '../streams/funding/confirm-funding.js';
import type { StreamContext } from '../streams/stream-context.js';
import { toExecutionView, toPaymentView } from './payment-view.js';
import type { PaymentConfirmResult } from './payments.types.js';

const confirmed = async (
  message: string,
  { stream, transaction }: ConfirmedTransition,
  context: StreamContext,
  claim?: StreamClaimRecord,
): Promise<PaymentConfirmResult> => {
  const payment = toPaymentView(stream, await viewTime(context));
  const { txid: txHash, confirmations, finality } = transaction;
  const result = { message, txHash, status: payment.status, confirmations, finality, payment };
  return claim === undefined ? result : { ...result, execution: toExecutionView(claim) };
};

/** Records a payment's funding. See {@link PaymentsService.confirmFunding}. */
export const confirmPaymentFunding = async (
  id: string,
  txHash: string,
  context: StreamContext,
): Promise<PaymentConfirmResult> =>
  confirmed('The payment is funded and active', await verifyFunding(id, txHash, context), context);

/** Records a claim of periods. See {@link PaymentsService.confirmClaim}. */
export const confirmPaymentClaim = async (
  id: string,
  txHash: string,
  claimed: Claimed,
  context: StreamContext,
): Promise<PaymentConfirmResult> => {
  const { claim, ...transition } = await verifyClaim(id, txHash, claimed, context);
  const message =
    transition.stream.status === 'COMPLETED'
      ? 'The claim is recorded; the payment is complete'
      : 'The claim is recorded';
  return confirmed(message, transition, context, claim);
};

const expecting = (name: 'pause' | 'resume', status: 'ACTIVE' | 'PAUSED'): ExpectedTransition => ({
  name,
  mismatch: ({ kind }) => (kind === name ? undefined : `The transaction is a ${kind} of this payment, not a ${name}`),
  allowed: (payment) => payment.status === status,
});

/** Records a pause. See {@link PaymentsService.confirmPause}. */
export const confirmPause = async (id: string, txHash: string, context: StreamContext): Promise<PaymentConfirmResult> =>
  confirmed(
    'The payment is paused; it can be resumed after the notice',
    await confirmTransition(id, txHash, expecting('pause', 'ACTIVE'), context),
    context,
  );

/** Records a resume. See {@link PaymentsService.confirmResume}. */
export const confirmResume = async (
  id: string,
  txHash: string,
  context: StreamContext,
): Promise<PaymentConfirmResult> =>
  confirmed(
    'The payment goes on',
    await confirmTransition(id, txHash, expecting('resume', 'PAUSED'), context),
    context,
  );

/** Records a cancel. See {@link PaymentsService.confirmCancel}. */
export const confirmPaymentCancel = async (
  id: string,
  txHash: string,
  context: StreamContext,
): Promise<PaymentConfirmResult> => {
  const transition = await verifyCancel(id, txHash, context);
  const message =
    transition.stream.state === null
      ? 'The payment is cancelled; the unpaid periods are back with the sender'
      : 'The payment is cancelled; the unpaid periods return to the sender after the notice';
  return confirmed(message, transition, context);
};
