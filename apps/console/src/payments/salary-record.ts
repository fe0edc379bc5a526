import type { PaymentDetail } from '@weir/client';
import type { Interval } from '@weir/kinds';
import type { CancelledSalary, SalaryNow } from './change-salary.js';

type Payment = PaymentDetail['payment'];

/** A payment whose periods are equally long. */
export type IntervalPayment = Payment & { readonly interval: Interval; readonly interval_seconds: number };

/** Whether the periods of a payment are equally long; else its paydays are days of the month. */
export const isByInterval = (payment: Payment): payment is IntervalPayment => payment.calendar === null;

/** Returns the present state of a payment as a salary. */
export const salaryOf = ({
  status,
  amount_per_period_base: amountPerPeriod,
  interval_seconds: intervalSeconds,
  periods_funded: periods,
  payment_count: paid,
  next_payment_date: nextDue,
}: Pick<
  IntervalPayment,
  'status' | 'amount_per_period_base' | 'interval_seconds' | 'periods_funded' | 'payment_count' | 'next_payment_date'
>): SalaryNow => ({ status, amountPerPeriod, intervalSeconds, periods, paid, nextDue });

/** Returns a payment as a salary that was cancelled. */
export const cancelledOf = ({
  status,
  unpaid_from: unpaidFrom,
  refund,
  cancel_notice_blocks: noticeBlocks,
}: Pick<Payment, 'status' | 'unpaid_from' | 'refund' | 'cancel_notice_blocks'>): CancelledSalary => ({
  status,
  unpaidFrom,
  refund,
  noticeBlocks,
});
