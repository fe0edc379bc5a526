import { allocatedAmount } from '../allocation.js';
import { commonMultiple, fraction, type Fraction, multiplied } from './fraction.js';
import type { Terms } from './read-package.js';
import { refuse } from './refusal.js';
import { type Sentence, sentence } from './sentence.js';
import type { VestingStep } from './vesting-path.js';

type AllocationType = Terms['allocation_type'];

/** Base units of a token in one share. */
export const unitsOf = (decimals: number): bigint => 10n ** BigInt(decimals);

/** Returns an amount of shares in base units. @throws Refusal where the token cannot hold it */
export const inUnits = (amount: Fraction, decimals: number, what: Sentence): bigint => {
  const units = multiplied(amount, unitsOf(decimals));
  return units.denominator === 1n
    ? units.numerator
    : refuse('{what} needs more than the {decimals} decimals of the token.', { what, decimals });
};

const rounded = (value: Fraction, toNearest: boolean): bigint =>
  toNearest
    ? (2n * value.numerator + value.denominator) / (2n * value.denominator)
    : value.numerator / value.denominator;

/** Whole shares of each step, rounded over the whole grant. */
const cumulative = (parts: readonly Fraction[], shares: bigint, toNearest: boolean): bigint[] => {
  // Over one denominator, since a grant may have a thousand parts.
  const whole = Array.from(new Set(parts)).reduce((all, { denominator }) => commonMultiple(all, denominator), 1n);
  let sum = 0n;
  let given = 0n;
  return parts.map((part) => {
    sum += part.numerator * (whole / part.denominator);
    const until = rounded({ numerator: sum * shares, denominator: whole }, toNearest);
    const amount = until - given;
    given = until;
    return amount;
  });
};

/** Places where a condition's steps begin, and the number of all steps. */
const bordersOf = (steps: readonly VestingStep[]): readonly number[] => [
  ...steps.flatMap(({ group }, place) => (steps[place - 1]?.group === group ? [] : [place])),
  steps.length,
];

/** Whole shares of each step: the sum of each condition is rounded down over the grant, then divided within the condition. */
const loaded = (
  steps: readonly VestingStep[],
  shares: bigint,
  type: Exclude<AllocationType, 'FRACTIONAL'>,
): bigint[] => {
  const each = cumulative(
    steps.map(({ part }) => part),
    shares,
    false,
  );
  const borders = bordersOf(steps);
  return borders.slice(0, -1).flatMap((start, index) => {
    const amounts = each.slice(start, borders[index + 1]);
    const sum = amounts.reduce((all, amount) => all + amount, 0n);
    const after = (done: number): bigint => allocatedAmount(type, sum, BigInt(done), BigInt(amounts.length));
    return amounts.map((_, place) => after(place + 1) - after(place));
  });
};

/**
 * Returns the base units of each step. All types but FRACTIONAL divide whole shares, as a cap table does, also where the token has
 * decimals.
 *
 * @param quantity shares of the grant
 * @param notes gets what somebody should compare
 * @throws Refusal
 */
export const allocateSteps = (
  steps: readonly VestingStep[],
  quantity: Fraction,
  type: AllocationType,
  decimals: number,
  notes: Sentence[],
): readonly bigint[] => {
  const inShares = ({ part }: VestingStep): Fraction =>
    fraction(part.numerator * quantity.numerator, part.denominator * quantity.denominator);
  if (type === 'FRACTIONAL')
    return steps.map((step) => inUnits(inShares(step), decimals, sentence('An installment of the grant')));
  if (quantity.denominator !== 1n)
    return refuse('{type} divides whole shares, and the quantity of the grant is not a whole number.', { type });
  const shares = quantity.numerator;
  const isCumulative = type === 'CUMULATIVE_ROUNDING' || type === 'CUMULATIVE_ROUND_DOWN';
  const amounts = isCumulative
    ? cumulative(
        steps.map(({ part }) => part),
        shares,
        type === 'CUMULATIVE_ROUNDING',
      )
    : loaded(steps, shares, type);
  const isExact = steps.every((step) => inShares(step).denominator === 1n);
  if (!isCumulative && !isExact && bordersOf(steps).length > 2)
    notes.push(
      sentence(
        'The format does not say how {type} works over several conditions. The amounts load within each condition: compare them with the cap table.',
        { type },
      ),
    );
  return amounts.map((amount) => amount * unitsOf(decimals));
};
