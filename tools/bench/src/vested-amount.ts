import { Bench } from 'tinybench';
import { vestedAmount, type VestingSchedule } from '@weir/vesting';

/**
 * Goal: a million exact evaluations per second. Each run walks through a schedule, so that no branch is always the
 * same.
 */
const start = 1_700_000_000n;
const schedules: Record<string, VestingSchedule> = {
  'linear, 21 million BCH': {
    total: 2_100_000_000_000_000n,
    start,
    end: start + 31_536_000n,
    cliff: start + 86_400n,
    step: 0n,
  },
  'steps of 30 days': { total: 123_456_789_012n, start, end: start + 31_536_000n, cliff: 0n, step: 2_592_000n },
  'linear, 2^63 - 1 units': { total: 9_223_372_036_854_775_807n, start, end: start + 31_536_000n, cliff: 0n, step: 0n },
};
const times = Array.from({ length: 1_000 }, (_, i) => start - 500_000n + BigInt(i) * 33_000n);

const bench = new Bench({ time: 500 });
let total = 0n;
for (const [name, schedule] of Object.entries(schedules)) {
  bench.add(name, () => {
    for (const time of times) total += vestedAmount(schedule, time);
  });
}
await bench.run();

for (const { name, result } of bench.tasks) {
  const throughput = result.state === 'completed' ? result.throughput.mean * times.length : NaN;
  console.log(`${name.padEnd(26)} ${Math.round(throughput).toLocaleString('en')} evaluations/s`);
}
console.log(`(sum of all results, so that nothing is optimised away: ${total.toString()})`);
