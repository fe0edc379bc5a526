import type { CurrencyPayment, Portfolio } from '@weir/client';
import { currencyText, decimalText } from './currency-text.js';

/** What a payday comes to in BCH at the latest price of its oracle. */
interface Estimate {
  /** Satoshis. */
  readonly base: bigint;
  /** Of one BCH, in the currency, with its code. */
  readonly price: string;
  /** When the oracle signed it, Unix seconds. */
  readonly time: number;
}

/** The next payday of payments that one funding opened. */
export interface NextPayday {
  /** Unix seconds. */
  readonly at: number;
  /** Of the first of them. */
  readonly id: string;
  readonly name: string | null;
  readonly recipients: number;
  /** In the currency, with its code. */
  readonly amount: string;
  /** Undefined while no price is known. */
  readonly estimate: Estimate | undefined;
}

type LatestPrice = NonNullable<CurrencyPayment['latest_price']>;

interface Dated extends Pick<
  CurrencyPayment,
  'status' | 'next_payment_date' | 'amount_per_period_base' | 'oracle' | 'id' | 'opened_with' | 'recipient_name'
> {
  readonly latest_price: Pick<LatestPrice, 'price_base' | 'time' | 'amount_per_period_base'> | null;
}

const paydayOf = (at: number, [first, ...rest]: readonly [Dated, ...Dated[]]): NextPayday => {
  const { id, recipient_name: name, oracle, latest_price: latest } = first;
  const sum = (of: (payment: Dated) => bigint): bigint => rest.reduce((all, one) => all + of(one), of(first));
  return {
    at,
    id,
    name,
    recipients: rest.length + 1,
    amount: currencyText(
      sum((one) => one.amount_per_period_base),
      oracle,
    ),
    estimate:
      latest === null
        ? undefined
        : {
            base: sum((one) => one.latest_price?.amount_per_period_base ?? 0n),
            price: currencyText(latest.price_base, oracle),
            time: latest.time,
          },
  };
};

/** Puts together what payments of one funding pay at one time. */
export const nextPaydays = (payments: readonly Dated[]): readonly NextPayday[] => {
  const paydays = new Map<string, { readonly at: number; readonly payments: [Dated, ...Dated[]] }>();
  for (const payment of payments) {
    const { opened_with: openedWith, next_payment_date: at } = payment;
    if (payment.status !== 'ACTIVE' || at === null) continue;
    const known = paydays.get(`${at} ${openedWith}`);
    if (known === undefined) paydays.set(`${at} ${openedWith}`, { at, payments: [payment] });
    else known.payments.push(payment);
  }
  return [...paydays.values()].map(({ at, payments: paid }) => paydayOf(at, paid));
};

type Sent = Portfolio['currencyPaydays'][number];

interface SentPayday extends Pick<Sent, 'at' | 'id' | 'recipients' | 'currency' | 'amount_decimal'> {
  readonly estimate: Pick<NonNullable<Sent['estimate']>, 'estimated_amount_base' | 'price_decimal' | 'time'> | null;
}

/** Returns a next payday as the portfolio of its sender has it. @param name of the first of its payments */
export const sentPayday = (
  { at, id, recipients, currency, amount_decimal: amount, estimate }: SentPayday,
  name: string | null,
): NextPayday => ({
  at,
  id,
  name,
  recipients,
  amount: decimalText(amount, currency),
  estimate:
    estimate === null
      ? undefined
      : {
          base: estimate.estimated_amount_base,
          price: decimalText(estimate.price_decimal, currency),
          time: estimate.time,
        },
});
