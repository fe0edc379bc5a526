import type { CurrencyPayment } from '@weir/client';

/** What of a payment decides how much it pays within some days. */
type Paying = Pick<
  CurrencyPayment,
  | 'status'
  | 'next_payment_date'
  | 'interval_seconds'
  | 'calendar'
  | 'periods'
  | 'payment_count'
  | 'amount_per_period_base'
  | 'oracle'
>;

/** Returns how many paydays a payment has up to a time. @param until Unix seconds */
export const paydaysUntil = (payment: Paying, until: number): number => {
  const {
    status,
    next_payment_date: next,
    interval_seconds: interval,
    calendar,
    periods,
    payment_count: count,
  } = payment;
  if (status !== 'ACTIVE' || next === null || next > until) return 0;
  if (interval === null) return calendar?.paydays.filter((at) => at <= until).length ?? 0;
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

/** The next payday of payments that one funding opened. */
export interface NextPayday extends CurrencySum {
  readonly at: number;
  /** Of the first of them. */
  readonly id: string;
  readonly name: string | null;
  readonly recipients: number;
}

type Dated = Paying & Pick<CurrencyPayment, 'id' | 'opened_with' | 'recipient_name'>;

/** Puts together what payments of one funding pay at one time. */
export const nextPaydays = (payments: readonly Dated[]): readonly NextPayday[] => {
  const paydays = new Map<string, NextPayday>();
  for (const payment of payments) {
    const { id, opened_with: openedWith, next_payment_date: at, oracle, recipient_name: name } = payment;
    if (payment.status !== 'ACTIVE' || at === null) continue;
    const known = paydays.get(`${at} ${openedWith}`);
    paydays.set(`${at} ${openedWith}`, {
      at,
      id: known?.id ?? id,
      name: known?.name ?? name,
      recipients: (known?.recipients ?? 0) + 1,
      currency: oracle.currency,
      decimals: oracle.decimals,
      base: (known?.base ?? 0n) + payment.amount_per_period_base,
    });
  }
  return [...paydays.values()];
};
