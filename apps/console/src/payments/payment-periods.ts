import type { PaymentStatus } from '@weir/client';

/** A period of a payment, and how it stands. */
export interface Period {
  /** From 1. */
  readonly number: number;
  /** When it falls due, Unix seconds; undefined while the payment is paused, and of periods that were paid: late ones move no date, pauses do. */
  readonly at: number | undefined;
  readonly state: 'paid' | 'due' | 'coming' | 'paused' | 'returned';
}

type Standing = Pick<
  PaymentStatus['payment'],
  'status' | 'payment_count' | 'periods_funded' | 'periods_due' | 'next_payment_date' | 'interval_seconds'
>;

const stateOf = ({ status, payment_count, periods_due }: Standing, index: number): Period['state'] => {
  if (index < payment_count) return 'paid';
  if (index < payment_count + periods_due) return 'due';
  if (status === 'CANCELLED') return 'returned';
  return status === 'PAUSED' ? 'paused' : 'coming';
};

/** All periods that were funded, in the order they fall due. */
export const periodsOf = (payment: Standing): Period[] => {
  const { payment_count, periods_funded, next_payment_date, interval_seconds } = payment;
  return Array.from({ length: periods_funded }, (_, index) => {
    const state = stateOf(payment, index);
    const isDated = next_payment_date !== null && (state === 'due' || state === 'coming');
    return {
      number: index + 1,
      at: isDated ? next_payment_date + (index - payment_count) * interval_seconds : undefined,
      state,
    };
  });
};
