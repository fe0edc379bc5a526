import type { PaymentDetail } from '@weir/client';

/** A period of a payment and its state. */
export interface Period {
  /** From 1. */
  readonly number: number;
  /**
   * Due date, Unix seconds; undefined while the payment is paused, and for paid periods, since pauses shift the dates of later
   * ones.
   */
  readonly at: number | undefined;
  readonly state: 'paid' | 'due' | 'coming' | 'paused' | 'returned';
}

type Standing = Pick<
  PaymentDetail['payment'],
  'status' | 'payment_count' | 'periods_funded' | 'periods_due' | 'next_payment_date' | 'interval_seconds'
> & { readonly calendar: Pick<NonNullable<PaymentDetail['payment']['calendar']>, 'paydays'> | null };

/** Returns when a period falls due that is not paid, Unix seconds. @param place of it among those, from 0 */
const dueDate = ({ calendar, interval_seconds: interval }: Standing, next: number, place: number): number | undefined =>
  calendar === null ? next + place * (interval ?? 0) : calendar.paydays[place];

const stateOf = ({ status, payment_count, periods_due }: Standing, index: number): Period['state'] => {
  if (index < payment_count) return 'paid';
  if (index < payment_count + periods_due) return 'due';
  if (status === 'CANCELLED') return 'returned';
  return status === 'PAUSED' ? 'paused' : 'coming';
};

/** Returns all funded periods in order of their due dates. */
export const periodsOf = (payment: Standing): Period[] => {
  const { payment_count, periods_funded, next_payment_date } = payment;
  return Array.from({ length: periods_funded }, (_, index) => {
    const state = stateOf(payment, index);
    const isDated = next_payment_date !== null && (state === 'due' || state === 'coming');
    return {
      number: index + 1,
      at: isDated ? dueDate(payment, next_payment_date, index - payment_count) : undefined,
      state,
    };
  });
};

/** Returns the next payday that is still to come, Unix seconds; undefined while paused, and where none is left. */
export const nextPayday = (payment: Standing): number | undefined =>
  periodsOf(payment).find(({ state, at }) => state === 'coming' && at !== undefined)?.at;
