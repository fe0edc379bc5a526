import type { CurrencyPayment } from '@weir/client';

/** What of a payment decides how much it pays within some days. */
type Paying = Pick<
  CurrencyPayment,
  | 'status'
  | 'next_payment_date'
  | 'interval_seconds'
  | 'periods'
  | 'payment_count'
  | 'amount_per_period_base'
  | 'oracle'
>;

/** Returns how many paydays a payment has up to a time. @param until Unix seconds */
export const paydaysUntil = (payment: Paying, until: number): number => {
  const { status, next_payment_date: next, interval_seconds: interval, periods, payment_count: count } = payment;
  if (status !== 'ACTIVE' || next === null || next > until) return 0;
  const dates = Math.floor((until - next) / interval) + 1;
  return periods === null ? dates : Math.min(dates, periods - count);
};

/** An amount of a currency. */
export interface CurrencySum {
  readonly currency: string;
  readonly decimals: number;
  /** In the oracle's smallest units. */
  readonly base: bigint;
}

/** Adds up what payments pay up to a time, by currency. @param until Unix seconds */
export const sumsUntil = (payments: readonly Paying[], until: number): readonly CurrencySum[] => {
  const sums = new Map<string, CurrencySum>();
  for (const payment of payments) {
    const { currency, decimals } = payment.oracle;
    const base = BigInt(paydaysUntil(payment, until)) * payment.amount_per_period_base;
    if (base === 0n) continue;
    const key = `${currency} ${decimals}`;
    sums.set(key, { currency, decimals, base: base + (sums.get(key)?.base ?? 0n) });
  }
  return [...sums.values()];
};
