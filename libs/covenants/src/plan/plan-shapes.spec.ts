import fc from 'fast-check';
import { vestedAmount } from '@weir/vesting';
import type { VestingDraft } from './funding/plan-draft.js';
import {
  cliffAndMonthlyShape,
  exponentialShape,
  linearShape,
  MONTH_SECONDS,
  trancheShape,
  upfrontAndTailShape,
} from './plan-shapes.js';

const start = 1_700_000_000n;
const YEAR = 31_536_000n;
const terms = { recipient: new Uint8Array(25), noticeBlocks: 36 };

/** What has vested of several streams together, as the covenant counts. */
const vestedOf = (streams: readonly VestingDraft[], time: bigint): bigint =>
  streams.reduce((sum, { total, start: from, end, group }) => {
    const cliff = group.cliff === 0n ? 0n : from + group.cliff;
    return sum + vestedAmount({ total, start: from, end, cliff, step: group.step }, time);
  }, 0n);

describe('shapes', () => {
  it('linear: with a cliff nothing before it', () => {
    const streams = linearShape({ ...terms, total: 1_000n, start, end: start + 1_000n, cliff: 500n });
    expect([499n, 500n, 1_000n].map((t) => vestedOf(streams, start + t))).toEqual([0n, 500n, 1_000n]);
  });

  it('upfront and tail: a part at the start, the rest by the second', () => {
    const streams = upfrontAndTailShape({ ...terms, total: 1_000n, upfront: 250n, start, end: start + 750n });
    expect([-1n, 0n, 1n, 750n].map((t) => vestedOf(streams, start + t))).toEqual([0n, 250n, 251n, 1_000n]);
    expect(() => upfrontAndTailShape({ ...terms, total: 5n, upfront: 5n, start, end: start + 1n })).toThrow(RangeError);
  });

  it('cliff and monthly: steps of 30 days after the cliff', () => {
    const streams = cliffAndMonthlyShape({ ...terms, total: 4_800n, start, cliffMonths: 12, months: 48 });
    const at = (months: bigint, seconds = 0n) => vestedOf(streams, start + months * MONTH_SECONDS + seconds);
    expect([at(12n, -1n), at(12n), at(13n, -1n), at(13n), at(48n)]).toEqual([0n, 1_200n, 1_200n, 1_300n, 4_800n]);
  });

  it('tranches: each at its moment', () => {
    const streams = trancheShape({
      ...terms,
      tranches: [
        { time: start, amount: 10n },
        { time: start + 9n, amount: 5n },
      ],
    });
    expect([-1n, 0n, 8n, 9n].map((t) => vestedOf(streams, start + t))).toEqual([0n, 10n, 10n, 15n]);
  });

  it('exponential: exact at the ends of its pieces, never beyond the curve between them by more than a piece', () => {
    const streams = exponentialShape({
      ...terms,
      total: 1_000_000n,
      start,
      end: start + YEAR,
      exponent: 2,
      pieces: 4,
      least: 576n,
    });
    expect([1n, 2n, 3n, 4n].map((i) => vestedOf(streams, start + (YEAR * i) / 4n))).toEqual([
      62_500n,
      250_000n,
      562_500n,
      1_000_000n,
    ]);
  });

  it('exponential: the streams are the total, each worth paying, one after the other', () => {
    const inputs = fc.record({
      total: fc.bigInt(576n, 2_100_000_000_000_000n),
      span: fc.bigInt(64n, 10n * YEAR),
      exponent: fc.integer({ min: 1, max: 6 }),
      pieces: fc.integer({ min: 1, max: 64 }),
    });
    fc.assert(
      fc.property(inputs, ({ total, span, exponent, pieces }) => {
        const streams = exponentialShape({ ...terms, total, start, end: start + span, exponent, pieces, least: 576n });
        expect(streams.reduce((sum, stream) => sum + stream.total, 0n)).toBe(total);
        expect(streams.every((stream) => stream.total >= 576n && stream.start < stream.end)).toBe(true);
        expect(streams.map((stream) => stream.start)).toEqual([start, ...streams.slice(0, -1).map(({ end }) => end)]);
        expect(streams.at(-1)?.end).toBe(start + span);
      }),
    );
  });
});
