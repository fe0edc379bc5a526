import { binToHex } from '@bitauth/libauth';
import type { CurrencyPaymentRecord } from '@weir/infra';
import { formatUnits, satoshisAt } from '@weir/payments';
import type { CurrencyContext } from '../currency/currency-context.js';
import { latestPrice, type LatestPrice } from '../currency/currency-prices.js';
import { contractOf } from '../currency/stored-currency.js';
import { currencyDates } from './due-dates.js';
import { HORIZON_SECONDS } from './flows.js';

/** Dates of one payment within the horizon at most: one a day. */
const MOST_DATES = 32;

/** What one payment pays on each date, at the latest price of its oracle. */
interface PricedPayment {
  readonly row: CurrencyPaymentRecord;
  /** The oracle's public key, hex. */
  readonly oracle: string;
  readonly latest: LatestPrice | undefined;
  /** What a period comes to at that price, satoshis; undefined where none is known. */
  readonly satoshis: bigint | undefined;
  /** Unix seconds, after now and within the horizon. */
  readonly dates: readonly number[];
  /** The first date after now, however late; undefined where there is none. */
  readonly next: number | undefined;
}

/** Amounts in a currency, in all forms that answers have. */
const inCurrency = (units: bigint, decimals: number) => ({
  amount: Number(formatUnits(units, decimals)),
  amountBase: units.toString(),
  amountDecimal: formatUnits(units, decimals),
});

/** The price that an estimate was computed from. */
const priceOf = ({ price, time }: LatestPrice, decimals: number) => ({
  price: Number(formatUnits(price, decimals)),
  priceBase: price.toString(),
  priceDecimal: formatUnits(price, decimals),
  time,
});

/** Adds the latest price of each payment's oracle, and its next dates. @param asOf Unix seconds */
const priced = async (
  context: Pick<CurrencyContext, 'archive' | 'network'>,
  rows: readonly CurrencyPaymentRecord[],
  asOf: bigint,
): Promise<readonly PricedPayment[]> => {
  const prices = new Map<string, LatestPrice | undefined>();
  const until = Number(asOf + HORIZON_SECONDS);
  const found: PricedPayment[] = [];
  for (const row of rows) {
    const { terms } = contractOf(row, context.network);
    const oracle = binToHex(terms.oracle);
    if (!prices.has(oracle)) prices.set(oracle, await latestPrice(context, oracle));
    const latest = prices.get(oracle);
    const coming = currencyDates(row, Number(asOf), context.network, MOST_DATES);
    found.push({
      row,
      oracle,
      latest,
      satoshis: latest && satoshisAt({ ...terms, amount: row.amountPerPeriod }, latest.price),
      dates: coming.filter((at) => at <= until),
      next: coming[0],
    });
  }
  return found;
};

/** What some payments pay within the horizon: exact in their currency, an estimate in satoshis. */
const comingOf = (payments: readonly PricedPayment[]) =>
  payments.reduce(
    (sum, { row, satoshis = 0n, dates }) => ({
      units: sum.units + row.amountPerPeriod * BigInt(dates.length),
      satoshis: sum.satoshis + satoshis * BigInt(dates.length),
    }),
    { units: 0n, satoshis: 0n },
  );

/** Adds up what payments pay within the horizon, by oracle. */
const sumsOf = (incoming: readonly PricedPayment[], outgoing: readonly PricedPayment[]) =>
  [...new Map([...incoming, ...outgoing].map((payment) => [payment.oracle, payment])).values()].map(
    ({ oracle, latest, row: { currency, decimals } }) => {
      const ofOracle = (payments: readonly PricedPayment[]) =>
        comingOf(payments.filter((payment) => payment.oracle === oracle));
      const [arriving, leaving] = [ofOracle(incoming), ofOracle(outgoing)];
      return {
        currency,
        decimals,
        oracle,
        incoming: inCurrency(arriving.units, decimals),
        outgoing: inCurrency(leaving.units, decimals),
        estimate:
          latest === undefined
            ? null
            : {
                ...priceOf(latest, decimals),
                incomingAmount: arriving.satoshis,
                outgoingAmount: leaving.satoshis,
              },
      };
    },
  );

/** Groups the next dates of payments: those that one funding opened are one payday. */
const paydaysOf = (outgoing: readonly PricedPayment[], limit: number) => {
  const groups = new Map<string, PricedPayment[]>();
  for (const payment of outgoing) {
    if (payment.next === undefined) continue;
    const key = `${payment.next} ${payment.row.openedWith}`;
    groups.set(key, [...(groups.get(key) ?? []), payment]);
  }
  return [...groups.values()]
    .flatMap((payments) => {
      const [first] = payments;
      const at = first?.next;
      if (first === undefined || at === undefined) return [];
      const { row, oracle, latest } = first;
      const units = payments.reduce((sum, each) => sum + each.row.amountPerPeriod, 0n);
      const satoshis = payments.reduce((sum, each) => sum + (each.satoshis ?? 0n), 0n);
      return [
        {
          at,
          id: row.id,
          openedWith: row.openedWith,
          recipients: payments.length,
          currency: row.currency,
          oracle,
          ...inCurrency(units, row.decimals),
          estimate: latest === undefined ? null : { ...priceOf(latest, row.decimals), estimatedAmount: satoshis },
        },
      ];
    })
    .toSorted((one, other) => one.at - other.at)
    .slice(0, limit);
};

/**
 * Sums up what payments in a currency pay some parties, and what theirs pay, within the horizon. Amounts in BCH are estimates at the
 * latest signed price, within the bounds of each payment; they are part of no exact sum.
 *
 * @param asOf Unix seconds
 * @param shown paydays at most
 */
export const currencySums = async (
  context: Pick<CurrencyContext, 'archive' | 'network'>,
  { incoming, outgoing }: Readonly<Record<'incoming' | 'outgoing', readonly CurrencyPaymentRecord[]>>,
  asOf: bigint,
  shown: number,
) => {
  const [arriving, leaving] = await Promise.all([priced(context, incoming, asOf), priced(context, outgoing, asOf)]);
  return { inCurrency: sumsOf(arriving, leaving), currencyPaydays: paydaysOf(leaving, shown) };
};
