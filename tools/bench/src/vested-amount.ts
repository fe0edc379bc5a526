import { vestedAmount, type VestingSchedule } from '@weir/vesting';
import { callsPerSecond, printFigure } from './harness/figures.js';

const start = 1_700_000_000n;
const end = start + 31_536_000n;
const schedules = {
  'linear, 21 million BCH': { total: 2_100_000_000_000_000n, start, end, cliff: start + 86_400n, step: 0n },
  'steps of 30 days': { total: 123_456_789_012n, start, end, cliff: 0n, step: 2_592_000n },
  'linear, 2^63 - 1 units': { total: 9_223_372_036_854_775_807n, start, end, cliff: 0n, step: 0n },
} satisfies Record<string, VestingSchedule>;
const times = Array.from({ length: 1_000 }, (_, i) => start - 500_000n + BigInt(i) * 33_000n);

/** Goal: a million exact evaluations per second. Each call walks through a schedule, so that no branch is always the same. */
export const measure = (): void => {
  let sum = 0n;
  const rates = callsPerSecond(
    Object.fromEntries(
      Object.entries(schedules).map(([name, schedule]) => [
        name,
        () => {
          for (const time of times) sum += vestedAmount(schedule, time);
        },
      ]),
    ),
  );
  for (const [name, rate] of Object.entries(rates))
    printFigure(name, rate * times.length, 'evaluations/s', 'at least 1,000,000');
  console.log(`(sum of all results, so that nothing is optimised away: ${sum.toString()})`);
};
