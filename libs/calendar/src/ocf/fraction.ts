import { refuse } from './refusal.js';

/** An exact part of a grant, in lowest terms. */
export interface Fraction {
  readonly numerator: bigint;
  /** Positive. */
  readonly denominator: bigint;
}

/** Portions of real terms share small denominators. Sums of others grow without bound, and so does the time to compute them. */
const MOST = 10n ** 100n;
const tooLong = (): never => refuse('The portions of the vesting terms add up to a fraction of more than 100 digits.');

const greatestDivisor = (one: bigint, other: bigint): bigint => {
  let [larger, smaller] = [one, other];
  while (smaller !== 0n) [larger, smaller] = [smaller, larger % smaller];
  return larger;
};

/** Returns the least common multiple of two positive numbers. @throws Refusal for one of more than a hundred digits */
export const commonMultiple = (one: bigint, other: bigint): bigint => {
  const multiple = (one / greatestDivisor(one, other)) * other;
  return multiple > MOST ? tooLong() : multiple;
};

/**
 * @param denominator positive
 * @throws Refusal for a number of more than a hundred digits
 */
export const fraction = (numerator: bigint, denominator: bigint): Fraction => {
  const divisor = greatestDivisor(numerator < 0n ? -numerator : numerator, denominator);
  const reduced = { numerator: numerator / divisor, denominator: denominator / divisor };
  return reduced.denominator > MOST || reduced.numerator > MOST ? tooLong() : reduced;
};

export const NONE: Fraction = { numerator: 0n, denominator: 1n };
export const ALL: Fraction = { numerator: 1n, denominator: 1n };

export const plus = (one: Fraction, other: Fraction): Fraction =>
  fraction(one.numerator * other.denominator + other.numerator * one.denominator, one.denominator * other.denominator);
export const minus = (one: Fraction, other: Fraction): Fraction =>
  plus(one, { numerator: -other.numerator, denominator: other.denominator });
export const times = (one: Fraction, other: Fraction): Fraction =>
  fraction(one.numerator * other.numerator, one.denominator * other.denominator);
/** @param other positive */
export const dividedBy = (one: Fraction, other: Fraction): Fraction =>
  fraction(one.numerator * other.denominator, one.denominator * other.numerator);
export const multiplied = (one: Fraction, by: bigint): Fraction => fraction(one.numerator * by, one.denominator);

/** Reads digits with up to ten behind a point, as the schema has checked. */
export const decimalOf = (text: string): Fraction => {
  const [whole = '', part = ''] = text.split('.');
  return fraction(BigInt(`${whole}${part}`), 10n ** BigInt(part.length));
};

/** Writes a fraction: 47/48, or 2. */
export const fractionText = ({ numerator, denominator }: Fraction): string =>
  denominator === 1n ? `${numerator}` : `${numerator}/${denominator}`;
