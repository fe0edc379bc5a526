import fc from 'fast-check';
import { MAX_TIME, MIN_TIME } from '@weir/vesting';
import type { Terms } from './terms.js';

/** Runs of a property: as many as given, times WEIR_RUNS for a longer search. */
export const RUNS = (runs: number): number => runs * Number(process.env['WEIR_RUNS'] ?? '1');

const durations = fc.oneof(
  fc.bigInt(1n, 100n),
  fc.bigInt(100n, 1_000_000n),
  fc.bigInt(1_000_000n, 400_000_000n),
  fc.bigInt(1n, MAX_TIME - MIN_TIME),
);

/** Thousandths of the duration; beyond 1,000 means none. Half of the schedules have none, and many a short one. */
const shares = fc.oneof(
  { weight: 3, arbitrary: fc.constant(1_001n) },
  { weight: 2, arbitrary: fc.bigInt(0n, 60n) },
  { weight: 1, arbitrary: fc.bigInt(0n, 1_000n) },
);

/** Any sound terms of such totals: linear or in steps, with or without a cliff. */
export const termsOf = (totals: fc.Arbitrary<bigint>): fc.Arbitrary<Terms> =>
  fc
    .record({
      total: totals,
      from: fc.bigInt(MIN_TIME, MAX_TIME - 1n),
      duration: durations,
      cliff: shares,
      step: shares,
      notice: fc.integer({ min: 6, max: 65_535 }),
    })
    .map(({ total, from, duration, cliff, step, notice }) => {
      const end = from + duration > MAX_TIME ? MAX_TIME : from + duration;
      const length = end - from;
      return {
        total,
        start: from,
        end,
        cliff: cliff > 1_000n ? 0n : from + (length * cliff) / 1_000n,
        step: step > 1_000n ? 0n : (length * step) / 1_000n,
        notice,
        label: 'any',
      };
    });

/** Times around everything that matters in a schedule, and anywhere. */
export const scheduleTimes = ({ start, end, cliff, step }: Terms): fc.Arbitrary<bigint> => {
  const clamp = (time: bigint) => (time < MIN_TIME ? MIN_TIME : time > MAX_TIME ? MAX_TIME : time);
  const near = (time: bigint) => fc.bigInt(-2n, 2n).map((offset) => clamp(time + offset));
  const stepTimes =
    step === 0n ? [] : [fc.bigInt(0n, (end - start) / step).chain((count) => near(start + count * step))];
  return fc.oneof(
    { weight: 4, arbitrary: fc.bigInt(start, end) },
    near(start),
    near(end),
    ...(cliff === 0n ? [] : [near(cliff)]),
    ...stepTimes,
    fc.bigInt(MIN_TIME, MAX_TIME),
  );
};
