import fc from 'fast-check';
import {
  lastTimeOfAtMost,
  MAX_AMOUNT,
  MAX_TIME,
  MIN_TIME,
  stepCount,
  timeOfVested,
  vestedAmount,
  vestingCurve,
  type VestingSchedule,
} from './index.js';

const DAY = 86_400n;
const start = 1_700_000_000n;
const linear: VestingSchedule = { total: 1_000n, start, end: start + 1_000n, cliff: 0n, step: 0n };
const monthly: VestingSchedule = { total: 1_000n, start, end: start + 100n * DAY, cliff: 0n, step: 30n * DAY };

/** Any sound schedule, with small and with the largest numbers. */
const schedules = fc
  .tuple(
    fc.bigInt(1n, MAX_AMOUNT),
    fc.bigInt(MIN_TIME, MAX_TIME - 1n),
    fc.bigInt(1n, MAX_TIME - MIN_TIME),
    fc.bigInt(0n, 1_000n),
    fc.bigInt(0n, 1_000n),
  )
  .map(([total, from, span, cliffShare, stepShare]): VestingSchedule => {
    const end = from + span > MAX_TIME ? MAX_TIME : from + span;
    const duration = end - from;
    const cliff = cliffShare === 0n ? 0n : from + (duration * (cliffShare - 1n)) / 999n;
    return { total, start: from, end, cliff, step: (duration * stepShare) / 1_000n };
  });

const times = fc.bigInt(MIN_TIME, MAX_TIME);

describe('linear vesting', () => {
  it.each([
    ['before the start', start - 1n, 0n],
    ['at the start', start, 0n],
    ['after one second', start + 1n, 1n],
    ['in the middle', start + 500n, 500n],
    ['a second before the end', start + 999n, 999n],
    ['at the end', start + 1_000n, 1_000n],
    ['long after', MAX_TIME, 1_000n],
  ])('%s', (_, time, vested) => {
    expect(vestedAmount(linear, time)).toBe(vested);
  });

  it('rounds down, never up', () => {
    expect(vestedAmount({ ...linear, total: 999n }, start + 1n)).toBe(0n);
    expect(vestedAmount({ ...linear, total: 999n }, start + 2n)).toBe(1n);
  });

  it('gives nothing before the cliff and everything accrued at it', () => {
    const withCliff = { ...linear, cliff: start + 300n };
    expect(vestedAmount(withCliff, start + 299n)).toBe(0n);
    expect(vestedAmount(withCliff, start + 300n)).toBe(300n);
  });
});

describe('step vesting', () => {
  it('counts whole steps, the short last one completed by the end', () => {
    expect(stepCount(monthly)).toBe(4n);
    expect(vestedAmount(monthly, start + 30n * DAY - 1n)).toBe(0n);
    expect(vestedAmount(monthly, start + 30n * DAY)).toBe(250n);
    expect(vestedAmount(monthly, start + 90n * DAY)).toBe(750n);
    expect(vestedAmount(monthly, start + 100n * DAY - 1n)).toBe(750n);
    expect(vestedAmount(monthly, start + 100n * DAY)).toBe(1_000n);
  });

  it('with one step pays all at the end', () => {
    const once = { ...linear, step: 1_000n };
    expect(vestedAmount(once, start + 999n)).toBe(0n);
    expect(vestedAmount(once, start + 1_000n)).toBe(1_000n);
  });
});

describe('properties', () => {
  it('stays within [0, total] and never falls', () => {
    fc.assert(
      fc.property(schedules, times, times, (schedule, a, b) => {
        const [early, late] = a < b ? [a, b] : [b, a];
        const before = vestedAmount(schedule, early);
        const after = vestedAmount(schedule, late);
        expect(before >= 0n && before <= after && after <= schedule.total).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  it('is complete at the end and empty at the start', () => {
    fc.assert(
      fc.property(schedules, (schedule) => {
        expect(vestedAmount(schedule, schedule.end)).toBe(schedule.total);
        expect(vestedAmount(schedule, schedule.start)).toBe(0n);
      }),
      { numRuns: 1_000 },
    );
  });

  it('timeOfVested is its exact inverse', () => {
    fc.assert(
      fc.property(schedules, fc.bigInt(1n, 1_000_000n), (schedule, millionths) => {
        const amount = (schedule.total * millionths + 999_999n) / 1_000_000n;
        const time = timeOfVested(schedule, amount) ?? 0n;
        expect(vestedAmount(schedule, time) >= amount).toBe(true);
        expect(vestedAmount(schedule, time - 1n) < amount).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  it('lastTimeOfAtMost is the second before the next unit', () => {
    expect(lastTimeOfAtMost(linear, 1_000n)).toBeUndefined();
    fc.assert(
      fc.property(schedules, fc.bigInt(0n, 999_999n), (schedule, millionths) => {
        const amount = (schedule.total * millionths) / 1_000_000n;
        const time = lastTimeOfAtMost(schedule, amount) ?? 0n;
        expect(vestedAmount(schedule, time) <= amount).toBe(true);
        expect(vestedAmount(schedule, time + 1n) > amount).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('the curve', () => {
  it('runs from start to end and shows the cliff', () => {
    const points = vestingCurve({ ...linear, cliff: start + 250n }, 3);
    expect(points).toEqual([
      { time: start, vested: 0n },
      { time: start + 249n, vested: 0n },
      { time: start + 250n, vested: 250n },
      { time: start + 500n, vested: 500n },
      { time: start + 1_000n, vested: 1_000n },
    ]);
  });

  it('gives each time once on a short schedule', () => {
    const points = vestingCurve({ ...linear, end: start + 2n }, 50);
    expect(points.map(({ time }) => time)).toEqual([start, start + 1n, start + 2n]);
  });

  it('refuses fewer than two points', () => {
    expect(() => vestingCurve(linear, 1)).toThrow(RangeError);
  });
});
