import type { CurrencyCoin, CurrencyPlanTerms } from '@weir/covenants';
import type { Oracle } from '@weir/infra';
import { coverageAt, type Coverage, type PriceBounds } from '@weir/payments';
import { ServiceError } from '../shared/service-error.js';
import type { CurrencyContext } from './currency-context.js';

/** A price of an oracle, with its time. */
export interface LatestPrice {
  /** In the oracle's smallest units for one BCH. */
  readonly price: bigint;
  /** Unix seconds. */
  readonly time: number;
}

/** Returns an oracle's latest price; undefined where none is known. @param publicKey hex */
export const latestPrice = async (
  { archive }: Pick<CurrencyContext, 'archive'>,
  publicKey: string,
): Promise<LatestPrice | undefined> => {
  const newest = await archive.newest(publicKey);
  return newest && { price: newest.price, time: Number(newest.time) };
};

/** How old a price may be that a new payment's terms are computed from, seconds. */
const MAX_PRICE_AGE = 86_400;

/**
 * Returns the oracle that a new payment names.
 *
 * @param publicKey where the request names one among several of the currency
 * @throws ServiceError INVALID_REQUEST with the currencies that there are
 */
export const oracleFor = ({ oracles }: CurrencyContext, currency: string, publicKey: string | undefined): Oracle => {
  const known = oracles.filter((oracle) => oracle.currency === currency);
  const found = publicKey === undefined ? known[0] : known.find((oracle) => oracle.publicKey === publicKey);
  if (found !== undefined) return found;
  const currencies = [...new Set(oracles.map((oracle) => oracle.currency))];
  const message =
    known.length > 0
      ? 'oracle is not the key of an oracle of this currency that this service follows'
      : 'currency is not one of those that this service follows an oracle of';
  throw new ServiceError('INVALID_REQUEST', message, {
    field: known.length > 0 ? 'oracle' : 'currency',
    given: known.length > 0 ? publicKey : currency,
    currencies,
  });
};

/**
 * Returns the latest price of the oracle of a new payment.
 *
 * @throws ServiceError ORACLE_UNAVAILABLE where none of the last day is known
 */
export const currentPrice = async (context: CurrencyContext, { publicKey, currency }: Oracle): Promise<LatestPrice> => {
  const latest = await latestPrice(context, publicKey);
  if (latest !== undefined && latest.time >= context.now() - MAX_PRICE_AGE) return latest;
  throw new ServiceError(
    'ORACLE_UNAVAILABLE',
    `No price in ${currency} of the last day is known: the oracle is silent, or its relays cannot be reached`,
    { currency, oracle: publicKey, latestPriceTime: latest?.time ?? null },
  );
};

/** Returns how many periods a payment's money pays at a price and at half of it. */
export const coverageOf = (
  terms: CurrencyPlanTerms,
  { state, satoshis }: Pick<CurrencyCoin, 'state' | 'satoshis'>,
  price: bigint,
): Coverage =>
  coverageAt(
    { ...terms, amount: state.amount, left: BigInt(state.left) },
    { value: satoshis, debt: state.debt },
    price,
  );

/** How near a price may be to a bound before the bounds count as old: half of the distance to where they began. */
const OLD_FACTOR = 2n;

/** Whether a price is so near a bound that a further move of the market may count in part only. */
export const areBoundsOld = ({ lowest, highest }: PriceBounds, price: bigint): boolean =>
  price < lowest * OLD_FACTOR || price * OLD_FACTOR > highest;
