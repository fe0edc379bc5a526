import { viewTime } from '../shared/chain-time.js';
import { vaultSeenBy } from '../shared/vaults/linked-vault.js';
import type { Viewer } from '../shared/viewer.js';
import { loadHistory } from '../streams/load-stream.js';
import { listRows } from '../streams/read/read-streams.js';
import { toEventViews } from '../streams/read/stream-events.js';
import type { StreamContext } from '../streams/stream-context.js';
import type { ListStreamsQuery } from '../streams/streams.types.js';
import { toExecutionView, toPaymentView } from './payment-view.js';

/**
 * Lists payments by party and status, the newest first.
 *
 * @throws ServiceError INVALID_ADDRESS, INVALID_CURSOR
 */
export const listPayments = async (context: StreamContext, query: ListStreamsQuery) => {
  const [{ rows, total, nextCursor }, asOf] = await Promise.all([listRows(context, query), viewTime(context)]);
  return { payments: rows.map((row) => toPaymentView(row, asOf)), total, nextCursor };
};

/** Returns a payment with its executions and its events, the oldest first. @throws ServiceError NOT_FOUND */
export const getPayment = async (context: StreamContext, id: string, viewer?: Viewer) => {
  const [history, asOf] = await Promise.all([loadHistory(context, id), viewTime(context)]);
  const vaultId = await vaultSeenBy(context, history.stream, viewer);
  return {
    payment: { ...toPaymentView(history.stream, asOf), vaultId },
    paymentExecutions: history.claims.map(toExecutionView),
    events: toEventViews(history),
  };
};
