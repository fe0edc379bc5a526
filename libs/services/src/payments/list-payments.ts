import { viewTime } from '../shared/chain-time.js';
import { listRows } from '../streams/read/list-streams.js';
import type { StreamContext } from '../streams/stream-context.js';
import { toPaymentView } from './payment-view.js';
import type { ListPaymentsQuery, PaymentsPage } from './payments.types.js';

/** Lists payments by party and status, the newest first. */
export const listPayments = async (context: StreamContext, query: ListPaymentsQuery): Promise<PaymentsPage> => {
  const [{ rows, total, nextCursor }, asOf] = await Promise.all([listRows(context, query), viewTime(context)]);
  return { payments: rows.map((row) => toPaymentView(row, asOf)), total, nextCursor };
};
