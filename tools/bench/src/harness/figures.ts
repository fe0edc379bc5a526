/** Returns a percentile. @throws RangeError for an empty list */
export const percentile = (values: readonly number[], percent: number): number => {
  const sorted = [...values].sort((a, b) => a - b);
  const value = sorted[Math.max(0, Math.ceil((sorted.length * percent) / 100) - 1)];
  if (value === undefined) throw new RangeError('An empty list has no percentile');
  return value;
};

export const median = (values: readonly number[]): number => percentile(values, 50);

/** Returns a number with thousands separators; below 100 with two decimals. */
export const figure = (value: number): string =>
  value.toLocaleString('en', { maximumFractionDigits: Math.abs(value) < 100 ? 2 : 0 });

/** Runs work. @returns milliseconds */
export const timed = async (work: () => unknown): Promise<number> => {
  const began = performance.now();
  await work();
  return performance.now() - began;
};

/** Runs work repeatedly, one after the other. @returns milliseconds of each */
export const timedTurns = async (turns: number, work: (turn: number) => unknown): Promise<readonly number[]> => {
  const times: number[] = [];
  for (let turn = 0; turn < turns; turn += 1) times.push(await timed(() => work(turn)));
  return times;
};

/** Returns median and 95th percentile as text. @param times milliseconds */
export const spread = (times: readonly number[]): string =>
  `p50 ${figure(median(times))} ms, p95 ${figure(percentile(times, 95))} ms`;
