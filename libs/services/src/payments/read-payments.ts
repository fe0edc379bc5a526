import { viewTime } from '../shared/chain-time.js';
import { vaultSeenBy } from '../shared/vaults/linked-vault.js';
import type { Viewer } from '../shared/viewer.js';
import { fundingOf } from '../streams/funding/funding-info.js';
import { loadHistory, loadStream } from '../streams/load-stream.js';
import { listRows } from '../streams/read/read-streams.js';
import { toEventViews } from '../streams/read/stream-events.js';
import type { StreamContext } from '../streams/stream-context.js';
import type { StreamEventView } from '../streams/streams.types.js';
import { toExecutionView, toPaymentView } from './payment-view.js';
import type {
  ListPaymentsQuery,
  PaymentExecutionView,
  PaymentFundingInfo,
  PaymentsPage,
  PaymentView,
} from './payments.types.js';

/**
 * Lists payments by party and status, the newest first.
 *
 * @throws ServiceError INVALID_ADDRESS, INVALID_CURSOR
 */
export const listPayments = async (context: StreamContext, query: ListPaymentsQuery): Promise<PaymentsPage> => {
  const [{ rows, total, nextCursor }, asOf] = await Promise.all([listRows(context, query), viewTime(context)]);
  return { payments: rows.map((row) => toPaymentView(row, asOf)), total, nextCursor };
};

/** Returns a payment with its executions and its events, the oldest first. @throws ServiceError NOT_FOUND */
export const getPayment = async (
  context: StreamContext,
  id: string,
  viewer?: Viewer,
): Promise<{
  readonly payment: PaymentView;
  readonly paymentExecutions: readonly PaymentExecutionView[];
  readonly events: readonly StreamEventView[];
}> => {
  const [history, asOf] = await Promise.all([loadHistory(context, id), viewTime(context)]);
  const vaultId = await vaultSeenBy(context, history.stream, viewer);
  return {
    payment: { ...toPaymentView(history.stream, asOf), vaultId },
    paymentExecutions: history.claims.map(toExecutionView),
    events: toEventViews(history),
  };
};

/** Builds the funding of a payment to sign, or the preparation before it. @throws ServiceError as {@link fundingOf} */
export const paymentFundingInfo = async (context: StreamContext, id: string): Promise<PaymentFundingInfo> => {
  const payment = await loadStream(context, id);
  const funding = await fundingOf(context, payment);
  if (funding.kind === 'preparation') return funding;
  const { streamId: paymentId, ...info } = funding.fundingInfo;
  return { ...funding, fundingInfo: { ...info, paymentId, periods: payment.recurring?.periods ?? 0 } };
};
