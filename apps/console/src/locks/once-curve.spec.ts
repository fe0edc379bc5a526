import { onceCurve } from './once-curve.js';

const DAY = 86_400;
const END = 1_900_000_000;

describe('the curve of what unlocks at once', () => {
  it.each([
    ['years ahead', END - 1_000 * DAY],
    ['in a minute', END - 60],
    ['long ago', END + 1_000 * DAY],
  ])('rises at its end alone, and holds the present: %s', (_, asOf) => {
    const curve = onceCurve(END, 7n, asOf);
    const times = curve.map(({ time }) => time);
    expect(times).toEqual([...new Set(times)].sort((a, b) => a - b));
    for (const { time, vestedAmountBase } of curve) expect(vestedAmountBase).toBe(time < END ? 0n : 7n);
    expect((times[0] ?? 0) <= asOf && (times.at(-1) ?? 0) >= asOf).toBe(true);
  });
});
