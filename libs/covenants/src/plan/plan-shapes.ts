import type { Party } from '../chain/party.js';
import type { VestingDraft } from './funding/plan-draft.js';

/** What the streams of a shape have in common. */
export interface ShapeTerms {
  readonly recipient: Party;
  /** Blocks between a cancel and its refund; 0 where the streams cannot be cancelled. */
  readonly noticeBlocks: number;
}

/** Step of a stream that vests by the second. */
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

/** Drafts an amount that vests at one moment: a stream over the second before it. */
const atOnce = (terms: ShapeTerms, amount: bigint, time: bigint): VestingDraft =>
  stream(terms, amount, time - 1n, time);

/**
 * Drafts linear vesting by the second from a start to an end, Unix seconds: nothing before the cliff (seconds from
 * the start), then everything that has accrued.
 *
 * @returns one stream
 */
export const linearShape = (
  terms: ShapeTerms & { readonly total: bigint; readonly start: bigint; readonly end: bigint; readonly cliff?: bigint },
): VestingDraft[] => [stream(terms, terms.total, terms.start, terms.end, { cliff: terms.cliff ?? 0n })];

/**
 * Drafts a part that unlocks at the start and a rest that vests by the second until the end.
 *
 * @param terms.upfront units of the total that unlock at the start
 * @returns two streams
 * @throws RangeError unless the upfront part is more than 0 and less than the total
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
    throw new RangeError('The upfront part must be more than nothing and less than everything');
  return [atOnce(terms, upfront, start), stream(terms, total - upfront, start, end)];
};

/** Seconds of a schedule's month, 30 days: a script knows no calendar. */
export const MONTH_SECONDS = 2_592_000n;

/**
 * Drafts vesting with a cliff of some months, at which everything accrued vests, then one step each month of 30 days.
 *
 * @param terms.months months of the whole schedule, those of the cliff included
 * @returns one stream
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

/**
 * Drafts amounts that each vest at one moment.
 *
 * @returns one stream for each tranche
 */
export const trancheShape = (
  terms: ShapeTerms & { readonly tranches: readonly { readonly time: bigint; readonly amount: bigint }[] },
): VestingDraft[] => terms.tranches.map(({ time, amount }) => atOnce(terms, amount, time));

/**
 * Drafts a power curve in straight pieces: after the fraction x of the time, x to the power of the exponent has
 * vested, exactly so at the ends of the pieces. The last piece takes what rounding leaves. A piece too small to be
 * paid is merged into the next.
 *
 * @param terms.exponent a whole number, at least 1; 2 or 3 vest late
 * @param terms.pieces number of pieces, at least 1
 * @param terms.least units of the smallest stream: 576 satoshis in BCH, 1 of tokens
 * @returns one stream for each piece; none where the total is below `least`
 * @throws RangeError when exponent or pieces are not such numbers, or there are fewer seconds than pieces
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
  if (!Number.isInteger(exponent) || exponent < 1)
    throw new RangeError('The exponent must be a whole number of at least 1');
  if (!Number.isInteger(pieces) || pieces < 1 || end - start < BigInt(pieces))
    throw new RangeError('At least one piece is required, and each must take at least a second');
  const [count, power] = [BigInt(pieces), BigInt(exponent)];
  const timeAt = (i: bigint): bigint => start + ((end - start) * i) / count;
  const vestedAt = (i: bigint): bigint => (total * i ** power) / count ** power;
  const drafts: VestingDraft[] = [];
  let [from, vested] = [start, 0n];
  for (let i = 1n; i <= count; i += 1n) {
    const [amount, rest] = [vestedAt(i) - vested, total - vestedAt(i)];
    // What remains must be large enough for a stream of its own, too.
    if (amount < least || (rest > 0n && rest < least)) continue;
    drafts.push(stream(terms, amount, from, timeAt(i)));
    [from, vested] = [timeAt(i), vestedAt(i)];
  }
  return drafts;
};
