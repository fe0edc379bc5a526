import { viewTime } from '../shared/chain-time.js';
import { listRows } from '../streams/read/list-streams.js';
import type { StreamContext } from '../streams/stream-context.js';
import { toPaymentView } from './payment-view.js';
import type { ListPaymentsQuery, PaymentsPage } from './payments.types.js';

/** Lists payments by party and status, the newest first. See {@link PaymentsService.list}. */
export const listPayments = async (query: ListPaymentsQuery, context: StreamContext): Promise<PaymentsPage> => {
  const [{ rows, total, nextCursor }, asOf] = await Promise.all([listRows(query, context), viewTime(context)]);
  return { payments: rows.map((row) => toPaymentView(row, asOf)), total, nextCursor };
};
