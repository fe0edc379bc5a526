import { MAX_PRICE, P2SH32_DUST, SATOSHIS_PER_BCH } from '@weir/kinds';

const PER_BCH = BigInt(SATOSHIS_PER_BCH);
/** The least that a payday may come to, satoshis: nodes relay no smaller output to a party of any kind. */
export const LEAST_PAYMENT = P2SH32_DUST;
/** Bounds where nobody types any: a quarter of a price, and four times as much. */
const BOUNDS_FACTOR = 4n;
/** What a deposit adds, so that it lasts when BCH falls: 3 tenths. */
const CUSHION = { numerator: 13n, denominator: 10n } as const;

/** The lowest and highest price of one BCH that count, in the oracle's smallest units. */
export interface Bounds {
  readonly lowest: bigint;
  readonly highest: bigint;
}

/** Returns the price that counts: one beyond the bounds counts as the nearer bound. */
export const countedPrice = (price: bigint, { lowest, highest }: Bounds): bigint => {
  if (price < lowest) return lowest;
  return price > highest ? highest : price;
};

/**
 * Returns what a payday comes to at a price, rounded down as the contract does.
 *
 * @param amount in the oracle's smallest units
 * @returns satoshis
 *
 * @example
 * satoshisAt(150_000n, 45_000n, { lowest: 11_250n, highest: 180_000n }); // 333_333_333n
 */
export const satoshisAt = (amount: bigint, price: bigint, bounds: Bounds): bigint =>
  (amount * PER_BCH) / countedPrice(price, bounds);

/** Returns the bounds of a payment where nobody types any. @param price the latest, positive */
export const usualBounds = (price: bigint): Bounds => {
  const [lowest, highest] = [price / BOUNDS_FACTOR, price * BOUNDS_FACTOR];
  return { lowest: lowest < 1n ? 1n : lowest, highest: highest > MAX_PRICE ? MAX_PRICE : highest };
};

/** Returns what a funding pays in for a number of paydays: what they come to, and 3 tenths more. @param each satoshis of one payday */
export const depositFor = (paydays: number, each: bigint): bigint =>
  (BigInt(paydays) * each * CUSHION.numerator) / CUSHION.denominator;
