import { type CurrencyTerms, MIN_PAYMENT, satoshisAt } from './currency-terms.js';

/** A payment's money, satoshis. */
export interface CurrencyBalance {
  /** Of the payment's output, its reserve included. */
  readonly value: bigint;
  /** What earlier prices fixed and the money did not cover. It is paid before anything else. */
  readonly debt: bigint;
}

/** What a payment keeps for fees, satoshis. */
export interface CurrencyReserve {
  /** What no payment to the recipient takes. */
  readonly reserve: bigint;
  /** What no fee takes. At most the reserve: the difference pays for prices that are fixed while there is no money. */
  readonly floor: bigint;
  /** The most that fixing a price may take for its fee. */
  readonly fee: bigint;
}

/** What follows from a payment. */
export interface CurrencyStep {
  /** What the period comes to by its price; 0 where only a debt is paid. */
  readonly fixed: bigint;
  /** What the recipient receives: 0, or at least {@link MIN_PAYMENT}. */
  readonly paid: bigint;
  /** The most that the transaction may take for its fee. */
  readonly fee: bigint;
  /** The money after it, if it takes all of the fee. */
  readonly after: CurrencyBalance;
}

const lesser = (a: bigint, b: bigint): bigint => (a < b ? a : b);

/** Pays as much of a debt as there is money for; nothing where that is too little for an output. */
const payable = (debt: bigint, value: bigint, reserve: bigint): bigint => {
  const paid = lesser(debt, value - reserve);
  return paid < MIN_PAYMENT ? 0n : paid;
};

/**
 * Fixes the price of one period, and pays what there is money for. Where there is none, the price is fixed all the same: nobody gains
 * by waiting for a better one.
 *
 * @param price what the oracle signed, positive
 * @returns `fee` 0 or less where another coin has to pay it; the value after it is then at least the floor
 * @throws RangeError for a price of 0 or less
 *
 * @example
 * const terms = { amount: 150_000n, lowest: 11_000n, highest: 180_000n };
 * const reserve = { reserve: 15_030n, floor: 2_430n, fee: 1_050n };
 * payPeriod(terms, reserve, { value: 300_015_030n, debt: 0n }, 45_000n);
 * // fixed 333_333_333n, paid 300_000_000n, fee 1_050n, after { value: 13_980n, debt: 33_333_333n }
 */
export const payPeriod = (
  terms: CurrencyTerms,
  { reserve, floor, fee: most }: CurrencyReserve,
  { value, debt }: CurrencyBalance,
  price: bigint,
): CurrencyStep => {
  const fixed = satoshisAt(terms, price);
  const due = debt + fixed;
  const paid = payable(due, value, reserve);
  const spare = value - paid - floor;
  const fee = spare < 0n ? 0n : lesser(spare, most);
  return { fixed, paid, fee, after: { value: value - paid - fee, debt: due - paid } };
};

/**
 * Pays the debt, as far as there is money.
 *
 * @param reserve what no payment takes; at least `fee`
 * @param fee the most that the transaction may take
 * @returns undefined where there is nothing to pay, or too little for an output
 */
export const payDebt = (
  { reserve, fee }: Pick<CurrencyReserve, 'reserve' | 'fee'>,
  { value, debt }: CurrencyBalance,
): CurrencyStep | undefined => {
  const paid = payable(debt, value, reserve);
  return paid === 0n ? undefined : { fixed: 0n, paid, fee, after: { value: value - paid - fee, debt: debt - paid } };
};

/** What the coverage of a payment depends on. */
export interface CoverageTerms extends CurrencyTerms, Pick<CurrencyReserve, 'reserve' | 'fee'> {
  /** Periods that are not paid yet. */
  readonly left: bigint;
}

/**
 * Returns how many of the next periods the money pays in full at a price, debts first and each payment's fee included.
 *
 * @param price positive; another one for each question: today's, half of it
 *
 * @example
 * const terms = { amount: 150_000n, lowest: 11_000n, highest: 180_000n, reserve: 15_030n, fee: 1_050n, left: 12n };
 * coveredPeriods(terms, { value: 1_000_000_000n, debt: 0n }, 45_000n); // 2n
 */
export const coveredPeriods = (terms: CoverageTerms, { value, debt }: CurrencyBalance, price: bigint): bigint => {
  const each = satoshisAt(terms, price);
  const spare = value - terms.reserve - debt - each;
  return spare < 0n ? 0n : lesser(spare / (each + terms.fee) + 1n, terms.left);
};

/** How long the money lasts. */
export interface Coverage {
  /** Periods that it pays in full at the price. */
  readonly atPrice: bigint;
  /** The same at half of the price. */
  readonly atHalf: bigint;
}

/** Returns how long a payment's money lasts at a price and at half of it. @param price positive */
export const coverageAt = (terms: CoverageTerms, balance: CurrencyBalance, price: bigint): Coverage => ({
  atPrice: coveredPeriods(terms, balance, price),
  atHalf: coveredPeriods(terms, balance, price < 2n ? 1n : price / 2n),
});
