import fc from 'fast-check';
import { isCliffSound, MAX_AMOUNT, MAX_TIME, nearestSoundCliff, vestedAmount, type VestingSchedule } from './index.js';

const DAY = 86_400n;
const DUST = 576n;
const start = 1_700_000_000n;

/** A continuous schedule, its cliff so many seconds before the end. */
const near = (total: bigint, duration: bigint, before: bigint, step = 0n): VestingSchedule => ({
  total,
  start,
  end: start + duration,
  step,
  cliff: start + duration - before,
});

describe('a cliff near the end', () => {
  it.each([
    ['of four years, 10,000 seconds before the end', near(7_000_000n, 1_461n * DAY, 10_000n)],
    ['of a year, 25,000 seconds before the end', near(700_000n, 365n * DAY, 25_000n)],
    ['of 30 days, at 95 percent', near(11_000n, 30n * DAY, (30n * DAY) / 20n)],
    ['of twelve months in steps, after eleven', near(6_900n, 360n * DAY, 30n * DAY, 30n * DAY)],
    ['of the smallest total', near(DUST, 100n, 50n)],
  ])('is not sound where less than a payment is left: %s', (_, schedule) => {
    expect(isCliffSound(schedule, DUST)).toBe(false);
    const nearest = nearestSoundCliff(schedule, DUST);
    expect(isCliffSound({ ...schedule, cliff: nearest }, DUST)).toBe(true);
    // Tokens have no dust.
    expect(isCliffSound(schedule, 1n)).toBe(true);
  });

  it.each([
    ['a payment is left', near(7_000_000n, 1_461n * DAY, 10_369n), true],
    ['a satoshi less is left', near(7_000_000n, 1_461n * DAY, 10_368n), false],
    ['nothing is left: at the end', near(7_000_000n, 1_461n * DAY, 0n), true],
    ['in steps, the last two of them after it', near(6_900n, 360n * DAY, 30n * DAY + 1n, 30n * DAY), true],
  ])('%s', (_, schedule, sound) => {
    expect(isCliffSound(schedule, DUST)).toBe(sound);
    if (sound) expect(nearestSoundCliff(schedule, DUST)).toBe(schedule.cliff);
  });

  it('is moved to the last second that leaves a payment, or to the end, the one that is nearer', () => {
    // 7,000,000 satoshis in 1,461 days: more than 575 of them take 10,369 seconds.
    const early = near(7_000_000n, 1_461n * DAY, 10_000n);
    expect(nearestSoundCliff(early, DUST)).toBe(early.end - 10_369n);
    const late = near(7_000_000n, 1_461n * DAY, 5_000n);
    expect(nearestSoundCliff(late, DUST)).toBe(late.end);
    const between = near(1_000n, 1_000n, 288n);
    expect(nearestSoundCliff(between, DUST)).toBe(between.end - 576n);
  });

  it('is the start, which is none, where any other would leave too little', () => {
    const smallest = near(DUST, 100n, 90n);
    expect(nearestSoundCliff(smallest, DUST)).toBe(start);
    expect(isCliffSound({ ...smallest, cliff: 0n }, DUST)).toBe(true);
  });
});

const unsound = fc
  .record({
    least: fc.bigInt(2n, 2_000n),
    more: fc.oneof(fc.bigInt(0n, 3_000n), fc.bigInt(0n, 1_000_000_000n), fc.bigInt(0n, MAX_AMOUNT - 2_000n)),
    duration: fc.oneof(fc.bigInt(1n, 200n), fc.bigInt(1n, MAX_TIME - start)),
    stepShare: fc.bigInt(0n, 1_000n),
    cliffShare: fc.oneof(fc.bigInt(0n, 1_000_000n), fc.bigInt(999_000n, 1_000_000n)),
  })
  .map(({ least, more, duration, stepShare, cliffShare }) => ({
    least,
    schedule: {
      total: least + more,
      start,
      end: start + duration,
      step: (duration * stepShare) / 1_000n,
      cliff: start + (duration * cliffShare) / 1_000_000n,
    } satisfies VestingSchedule,
  }));

describe('the nearest sound cliff', () => {
  it('is sound, and no cliff between it and the asked one is', () => {
    let moved = 0;
    fc.assert(
      fc.property(unsound, fc.bigInt(0n, 1_000_000n), ({ least, schedule }, share) => {
        const nearest = nearestSoundCliff(schedule, least);
        const isSound = (cliff: bigint): boolean => isCliffSound({ ...schedule, cliff }, least);
        const { cliff } = schedule;
        const away = nearest > cliff ? nearest - cliff : cliff - nearest;
        if (away === 0n) return isSound(nearest);
        moved += 1;
        // As near on either side, and anywhere between.
        const closer = [away - 1n, ((away - 1n) * share) / 1_000_000n].flatMap((near) => [cliff - near, cliff + near]);
        return (
          isSound(nearest) &&
          !closer.some((other) => other >= schedule.start && other <= schedule.end && isSound(other))
        );
      }),
      { numRuns: 2_000 },
    );
    expect(moved).toBeGreaterThan(100);
  });
});

/** Every value that vests until a time, ascending. */
const valuesUntil = (schedule: VestingSchedule, time: bigint): bigint[] => {
  const values = new Set<bigint>([0n]);
  for (let at = schedule.start; at <= time; at += 1n) values.add(vestedAmount(schedule, at));
  return [...values];
};

/** A payment up to a value is possible: it is worth a payment, and leaves none or another. */
const isPayable = (value: bigint, paid: bigint, { total }: VestingSchedule, least: bigint): boolean =>
  value - paid >= least && (value === total || total - value >= least);

/** Everything that may have been paid, by any payments in a row. */
const paidBy = (values: readonly bigint[], from: bigint, schedule: VestingSchedule, least: bigint): Set<bigint> => {
  const paid = new Set([from]);
  for (const before of paid) for (const value of values) if (isPayable(value, before, schedule, least)) paid.add(value);
  return paid;
};

/** The most that has vested at a time and no payment reaches, no matter who paid what before. */
const mostLocked = (schedule: VestingSchedule, time: bigint, least: bigint): bigint => {
  const values = valuesUntil(schedule, time);
  const vested = vestedAmount(schedule, time);
  let most = 0n;
  for (const paid of paidBy(values, 0n, schedule, least)) {
    const reached = values.reduce((best, value) => (isPayable(value, paid, schedule, least) ? value : best), paid);
    if (vested - reached > most) most = vested - reached;
  }
  return most;
};

/**
 * The most that a sender keeps of what has vested when a notice ends: strangers pay out as they like, the sender cancels
 * at a time of their choice, dated back as they like, and one valid push comes last.
 */
const mostKept = (schedule: VestingSchedule, ends: bigint, least: bigint): bigint => {
  const values = valuesUntil(schedule, ends);
  const vested = vestedAmount(schedule, ends);
  let most = 0n;
  for (const paid of paidBy(values, 0n, schedule, least))
    for (const dated of values) {
      if (dated === schedule.total) continue;
      // A cancel pays what is due from dust on, no matter what it leaves.
      const cancelled = dated - paid >= least ? dated : paid;
      for (const pushed of paidBy(values, cancelled, schedule, least)) {
        const reached = values.reduce(
          (best, value) => (isPayable(value, pushed, schedule, least) ? value : best),
          pushed,
        );
        if (vested - reached > most) most = vested - reached;
      }
    }
  return most;
};

/** Every schedule of small numbers. */
const smallSchedules = function* (least: bigint): Generator<VestingSchedule> {
  for (let total = least; total <= 5n * least; total += 1n)
    for (const duration of [1n, 2n, 3n, 5n, 8n, 13n, 24n])
      for (const step of [0n, 2n, 3n, duration])
        for (let cliff = 0n; cliff <= duration; cliff += 1n)
          yield { total, start, end: start + duration, step, cliff: cliff === 0n ? 0n : start + cliff };
};

describe('every schedule of small numbers', () => {
  it('locks less than two payments where it is sound, and more than that between cliff and end where it is not', () => {
    const least = 4n;
    const seen = { sound: 0, unsound: 0, most: 0n };
    const wrong: VestingSchedule[] = [];
    for (const schedule of smallSchedules(least)) {
      const before = schedule.end - 1n;
      const locked = mostLocked(schedule, before, least);
      if (isCliffSound(schedule, least)) {
        seen.sound += 1;
        if (locked > seen.most) seen.most = locked;
        if (mostLocked(schedule, schedule.end, least) !== 0n) wrong.push(schedule);
      } else {
        seen.unsound += 1;
        // Nothing at all can be paid.
        if (locked !== vestedAmount(schedule, before) || locked <= schedule.total - least) wrong.push(schedule);
      }
    }
    expect(wrong).toEqual([]);
    expect(seen.most).toBe(2n * least - 2n);
    expect(seen.sound).toBeGreaterThan(1_000);
    expect(seen.unsound).toBeGreaterThan(100);
  });

  it('lets a cancel dated back keep less than two payments where it is sound', () => {
    const least = 3n;
    let most = 0n;
    for (const schedule of smallSchedules(least)) {
      if (!isCliffSound(schedule, least)) continue;
      for (let ends = schedule.start + 1n; ends <= schedule.end; ends += 1n) {
        const kept = mostKept(schedule, ends, least);
        if (kept > most) most = kept;
      }
    }
    expect(most).toBe(2n * least - 2n);
  });
});
