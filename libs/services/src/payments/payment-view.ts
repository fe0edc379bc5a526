import type { ListedStreamRecord, RecurringTermsRecord, StreamClaimRecord } from '@weir/infra';
import { viewTime } from '../shared/chain-time.js';
import type { Viewer } from '../shared/parties.js';
import { calendarView, periodAfter } from '../shared/paydays.js';
import { publicVaultOf, vaultSeenBy } from '../shared/vaults/vault-access.js';
import { scheduleOf } from '../streams/contract/stored-stream.js';
import { loadHistory } from '../streams/load-stream.js';
import { listRows, toEventViews } from '../streams/read/read-streams.js';
import { fundingView, moveView } from '../streams/read/stream-view.js';
import type { StreamContext } from '../streams/stream-context.js';
import type { ListPaymentsQuery } from '../streams/streams.types.js';
import { renewedPlanOf } from './renewed-plan.js';

/**
 * Lists payments by party and status, the newest first.
 *
 * @throws ServiceError INVALID_ADDRESS, INVALID_CURSOR
 */
export const listPayments = async (context: StreamContext, query: ListPaymentsQuery) => {
  const [{ rows, total, nextCursor }, asOf] = await Promise.all([
    listRows(context, 'payment', query),
    viewTime(context),
  ]);
  return { payments: rows.map((row) => toPaymentView(row, asOf)), total, nextCursor };
};

/** Returns a payment with its executions and its events, the oldest first. @throws ServiceError NOT_FOUND */
export const getPayment = async (context: StreamContext, id: string, viewer?: Viewer) => {
  const [history, asOf] = await Promise.all([loadHistory(context, id), viewTime(context)]);
  const vaultId = await vaultSeenBy(context, history.stream, viewer);
  const plan = await renewedPlanOf(context, history.stream);
  return {
    payment: { ...toPaymentView(history.stream, asOf), vaultId },
    paymentExecutions: history.claims.map(toExecutionView),
    events: toEventViews(history),
    renewedWithPlan: plan === undefined ? null : (plan.renewedBy ?? plan.planId),
  };
};

/** The columns that make a row a payment: the table's checks make sure that both are set. */
const termsOf = ({ recurring, payment, streamId }: ListedStreamRecord) => {
  if (recurring === null || payment === null) throw new Error(`${streamId} is not a payment`);
  return { ...recurring, ...payment };
};

/** Returns when the next period of a payment falls due, Unix seconds; null where none does by itself. */
export const nextPaymentDate = (
  { status, progress, state }: Pick<ListedStreamRecord, 'status' | 'progress' | 'state'>,
  firstDue: number,
): number | null => {
  if (status === 'PENDING') return firstDue;
  return status === 'ACTIVE' && state !== null ? (progress?.nextDue ?? null) : null;
};

/** Lists when the periods fall due that are not paid, the soonest first; none while a payment is paused, and once it is over. */
const unpaidDates = (row: ListedStreamRecord, { firstDue, periods }: RecurringTermsRecord): readonly number[] => {
  const next = nextPaymentDate(row, firstDue);
  if (next === null) return [];
  return Array.from({ length: periods - (row.progress?.paid ?? 0) }, (_, at) => periodAfter(row, next, at));
};

/** Converts a stored payment to the form that the use cases return. @param asOf Unix seconds. */
export const toPaymentView = (row: ListedStreamRecord, asOf: bigint) => {
  const terms = termsOf(row);
  const due = row.state === null ? undefined : scheduleOf(row).payout(row.state, asOf);
  return {
    paymentId: row.streamId,
    startDate: terms.firstDue,
    nextPaymentDate: nextPaymentDate(row, terms.firstDue),
    unpaidFrom: row.status === 'CANCELLED' ? (row.progress?.nextDue ?? null) : null,
    totalPaid: row.withdrawnAmount,
    paymentCount: row.progress?.paid ?? 0,
    periodsFunded: terms.periods,
    claimableAmount: due?.due ?? 0n,
    periodsDue: Number(due?.periods ?? 0n),
    settled: row.pause?.settled ?? null,
    asOf: Number(asOf),
    ...terms,
    ...fundingView(row),
    ...moveView(row),
    // What is behind a spread is slow to set: only what is shown otherwise than stored.
    ...row,
    calendar: row.calendar && calendarView(row.calendar, unpaidDates(row, terms)),
    vaultId: publicVaultOf(row),
  };
};

/** Converts periods paid by one transaction to the form that the use cases return. */
export const toExecutionView = ({ streamId, ...claim }: StreamClaimRecord) => ({
  ...claim,
  paymentId: streamId,
  intervals: claim.periods ?? 0,
  paidAt: claim.claimedAt,
});

/** A payment as the use cases return it: its row, and what is computed of it. Amounts in base units, times in Unix seconds. */
export type PaymentView = ReturnType<typeof toPaymentView>;
