import type { Party } from '../chain/party.js';
import type { VestingDraft } from './funding/plan-draft.js';

/** What the streams of a shape have in common. Amounts are units of the asset, times Unix seconds. */
export interface ShapeTerms {
  readonly recipient: Party;
  /** Blocks between a cancel and its refund; 0 where they cannot be cancelled. */
  readonly noticeBlocks: number;
}

/** Vests by the second. */
const CONTINUOUS = 1n;

const stream = (
  { recipient, noticeBlocks }: ShapeTerms,
  total: bigint,
  start: bigint,
  end: bigint,
  { cliff = 0n, step = CONTINUOUS } = {},
): VestingDraft => ({
  kind: 'VESTING',
  recipient,
  total,
  start,
  end,
  group: { kind: 'VESTING', cliff, step, noticeBlocks },
});

/** All of an amount at one moment: a stream of the second before it. */
const atOnce = (terms: ShapeTerms, amount: bigint, time: bigint): VestingDraft =>
  stream(terms, amount, time - 1n, time);

/** By the second from a start to an end; nothing before the cliff (seconds from the start), then all that has accrued. */
export const linearShape = (
  terms: ShapeTerms & { readonly total: bigint; readonly start: bigint; readonly end: bigint; readonly cliff?: bigint },
): VestingDraft[] => [stream(terms, terms.total, terms.start, terms.end, { cliff: terms.cliff ?? 0n })];

/**
 * A part unlocks at the start, the rest by the second until the end: two streams.
 *
 * @param terms.upfront units of the total that unlock at the start
 * @throws RangeError when the upfront part is not a part
 */
export const upfrontAndTailShape = (
  terms: ShapeTerms & {
    readonly total: bigint;
    readonly upfront: bigint;
    readonly start: bigint;
    readonly end: bigint;
  },
): VestingDraft[] => {
  const { total, upfront, start, end } = terms;
  if (upfront <= 0n || upfront >= total)
    throw new RangeError('The upfront part is more than nothing and less than all');
  return [atOnce(terms, upfront, start), stream(terms, total - upfront, start, end)];
};

/** A month of a schedule: a script knows no calendar. */
export const MONTH_SECONDS = 2_592_000n;

/**
 * Nothing for some months, then what has accrued, then a step each month (of 30 days).
 *
 * @param terms.months of the whole, the cliff's among them
 */
export const cliffAndMonthlyShape = (
  terms: ShapeTerms & {
    readonly total: bigint;
    readonly start: bigint;
    readonly cliffMonths: number;
    readonly months: number;
  },
): VestingDraft[] => [
  stream(terms, terms.total, terms.start, terms.start + BigInt(terms.months) * MONTH_SECONDS, {
    cliff: BigInt(terms.cliffMonths) * MONTH_SECONDS,
    step: MONTH_SECONDS,
  }),
];

/** Each amount at its moment: a stream for each. */
export const trancheShape = (
  terms: ShapeTerms & { readonly tranches: readonly { readonly time: bigint; readonly amount: bigint }[] },
): VestingDraft[] => terms.tranches.map(({ time, amount }) => atOnce(terms, amount, time));

/**
 * A curve by pieces: after the fraction x of the time, x to the power of the exponent has vested, exactly at the ends of the
 * pieces and in a straight line between them. Each piece is a stream; the last takes what rounding leaves. Pieces too small
 * to pay belong to the next.
 *
 * @param terms.exponent a whole number, at least 1; 2 or 3 vest late
 * @param terms.pieces at least 1
 * @param terms.least units of the smallest stream: 576 satoshis in BCH, 1 of tokens
 * @throws RangeError when exponent or pieces are no such numbers, or the time is too short for the pieces
 */
export const exponentialShape = (
  terms: ShapeTerms & {
    readonly total: bigint;
    readonly start: bigint;
    readonly end: bigint;
    readonly exponent: number;
    readonly pieces: number;
    readonly least: bigint;
  },
): VestingDraft[] => {
  const { total, start, end, exponent, pieces, least } = terms;
  if (!Number.isInteger(exponent) || exponent < 1) throw new RangeError('The exponent is a whole number, at least 1');
  if (!Number.isInteger(pieces) || pieces < 1 || end - start < BigInt(pieces))
    throw new RangeError('There is at least one piece, and each takes a second');
  const [count, power] = [BigInt(pieces), BigInt(exponent)];
  const timeAt = (i: bigint): bigint => start + ((end - start) * i) / count;
  const vestedAt = (i: bigint): bigint => (total * i ** power) / count ** power;
  const drafts: VestingDraft[] = [];
  let [from, vested] = [start, 0n];
  for (let i = 1n; i <= count; i += 1n) {
    const [amount, rest] = [vestedAt(i) - vested, total - vestedAt(i)];
    // What would be left behind must be worth a stream of its own too.
    if (amount < least || (rest > 0n && rest < least)) continue;
    drafts.push(stream(terms, amount, from, timeAt(i)));
    [from, vested] = [timeAt(i), vestedAt(i)];
  }
  return drafts;
};
