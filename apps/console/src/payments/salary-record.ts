import type { PaymentDetail } from '@weir/client';
import type { CancelledSalary, SalaryNow } from './change-salary.js';
import type { Pace } from './pace.js';

type Payment = PaymentDetail['payment'];

/** Returns how far the paydays of a payment are apart. */
export const paceOf = ({ calendar, interval_seconds: seconds }: Pick<Payment, 'calendar' | 'interval_seconds'>): Pace =>
  calendar === null ? { intervalSeconds: seconds ?? 0 } : { calendar };

/** Returns the present state of a payment as a salary. */
export const salaryOf = ({
  status,
  amount_per_period_base: amountPerPeriod,
  periods_funded: periods,
  payment_count: paid,
  next_payment_date: nextDue,
  ...spaced
}: Pick<
  Payment,
  | 'status'
  | 'amount_per_period_base'
  | 'interval_seconds'
  | 'calendar'
  | 'periods_funded'
  | 'payment_count'
  | 'next_payment_date'
>): SalaryNow => ({ status, amountPerPeriod, pace: paceOf(spaced), periods, paid, nextDue });

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
