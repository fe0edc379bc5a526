import { MAX_PRICE, MAX_SATOSHIS, SATOSHIS_PER_BCH } from '@weir/kinds';

/** Smallest output to a party of any kind that nodes relay, satoshis: no payment is smaller. */
export const MIN_PAYMENT = 576n;
/** Largest amount of a period: 6 bytes of the commitment, as a script number. */
export const MAX_CURRENCY_AMOUNT = 140_737_488_355_327n;
/** Most periods of one payment: 2 bytes, as a script number. A payment without an end has as many. */
export const MAX_CURRENCY_PERIODS = 32_767n;
/** Largest debt: 7 bytes, as a script number. */
const MAX_DEBT = 36_028_797_018_963_967n;

/** The lowest and highest price that count, in the oracle's smallest units for one BCH. Both are announced before anybody pays. */
export interface PriceBounds {
  readonly lowest: bigint;
  readonly highest: bigint;
}

/** What each period of a payment in a currency pays. */
export interface CurrencyTerms extends PriceBounds {
  /** In the oracle's smallest units: cents, where it signs cents for one BCH. */
  readonly amount: bigint;
}

/** Returns the price that counts: a price beyond the bounds counts as the nearer bound. */
export const countedPrice = (price: bigint, { lowest, highest }: PriceBounds): bigint => {
  if (price < lowest) return lowest;
  return price > highest ? highest : price;
};

/** An exact number of satoshis: `satoshis + remainder / price`. */
export interface ExactSatoshis {
  /** Rounded down: what the script fixes. */
  readonly satoshis: bigint;
  /** 0 to price - 1. */
  readonly remainder: bigint;
  /** The counted price. */
  readonly price: bigint;
}

/**
 * Returns what a period comes to at a price, exactly.
 *
 * @param price what the oracle signed, positive
 * @throws RangeError for a price of 0 or less, which no script accepts
 *
 * @example
 * exactSatoshisAt({ amount: 150_000n, lowest: 11_000n, highest: 180_000n }, 45_000n);
 * // { satoshis: 333_333_333n, remainder: 15_000n, price: 45_000n }
 */
export const exactSatoshisAt = (terms: CurrencyTerms, price: bigint): ExactSatoshis => {
  if (price < 1n) throw new RangeError(`A price must be positive, received ${price}`);
  const counted = countedPrice(price, terms);
  const value = terms.amount * BigInt(SATOSHIS_PER_BCH);
  return { satoshis: value / counted, remainder: value % counted, price: counted };
};

/** Returns the satoshis that a period comes to at a price, rounded down as the script does. @throws RangeError as {@link exactSatoshisAt} */
export const satoshisAt = (terms: CurrencyTerms, price: bigint): bigint => exactSatoshisAt(terms, price).satoshis;

/** Returns the fewest and the most satoshis that a period can come to, no matter what the oracle signs. */
export const satoshiRange = (terms: CurrencyTerms): { readonly least: bigint; readonly most: bigint } => ({
  least: satoshisAt(terms, terms.highest),
  most: satoshisAt(terms, terms.lowest),
});

/** Bounds of a payment whose sender asks for none: a quarter of a price, and four times as much. */
const BOUNDS_FACTOR = 4n;

/**
 * Returns the bounds that a payment has by default.
 *
 * @param price the oracle's latest, positive
 */
export const defaultPriceBounds = (price: bigint): PriceBounds => {
  const [lowest, highest] = [price / BOUNDS_FACTOR, price * BOUNDS_FACTOR];
  return { lowest: lowest < 1n ? 1n : lowest, highest: highest > MAX_PRICE ? MAX_PRICE : highest };
};

/** What an opening adds, so that it lasts when BCH falls: 3 tenths. */
const CUSHION = { numerator: 13n, denominator: 10n } as const;

/**
 * Returns what the funding of a payment pays in beside the reserve, where its sender does not say it: what the periods come to at a
 * price, and 3 tenths more.
 *
 * @param periods how many it pays in for
 * @param each satoshis of one period
 */
export const defaultOpening = (periods: number, each: bigint): bigint =>
  (BigInt(periods) * each * CUSHION.numerator) / CUSHION.denominator;

/** The rule that the terms of a payment in a currency break. */
export type CurrencyProblem =
  | 'AMOUNT_OUT_OF_RANGE'
  | 'PERIODS_OUT_OF_RANGE'
  | 'BOUNDS_OUT_OF_RANGE'
  | 'LEAST_PAYMENT_TOO_SMALL'
  | 'MOST_PAYMENT_TOO_LARGE';

/**
 * Returns the first rule that terms break, or undefined where they are sound. At the highest price a period must still come to an
 * output, and at the lowest all periods together to a debt that fits the commitment.
 *
 * @param periods of the payment: {@link MAX_CURRENCY_PERIODS} where it has no end
 */
export const findCurrencyProblem = (terms: CurrencyTerms, periods: bigint): CurrencyProblem | undefined => {
  const { amount, lowest, highest } = terms;
  if (amount < 1n || amount > MAX_CURRENCY_AMOUNT) return 'AMOUNT_OUT_OF_RANGE';
  if (periods < 1n || periods > MAX_CURRENCY_PERIODS) return 'PERIODS_OUT_OF_RANGE';
  if (lowest < 1n || highest < lowest || highest > MAX_PRICE) return 'BOUNDS_OUT_OF_RANGE';
  const { least, most } = satoshiRange(terms);
  if (least < MIN_PAYMENT) return 'LEAST_PAYMENT_TOO_SMALL';
  if (most > MAX_SATOSHIS || most * periods > MAX_DEBT) return 'MOST_PAYMENT_TOO_LARGE';
  return undefined;
};
