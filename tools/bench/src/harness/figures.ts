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

/** One of the two things that a benchmark compares. */
export interface Side {
  readonly name: string;
  readonly value: number;
}

const NAME = 46;

/** Prints a figure without a counterpart. @param goal as text: `at most 5 s` */
export const printFigure = (name: string, value: number, unit: string, goal?: string): void =>
  console.log(
    `${name.padEnd(NAME)} ${figure(value).padStart(12)} ${unit}${goal === undefined ? '' : `   (goal: ${goal})`}`,
  );

/**
 * Prints both sides of a comparison, and the first divided by the second.
 *
 * @param goal of the ratio, as text: `at least 0.5`
 */
export const printComparison = (
  what: string,
  unit: string,
  [ours, other]: readonly [Side, Side],
  goal: string,
): void => {
  console.log(what);
  for (const { name, value } of [ours, other]) printFigure(`  ${name}`, value, unit);
  console.log(`${'  ratio'.padEnd(NAME)} ${(ours.value / other.value).toFixed(2).padStart(12)}   (goal: ${goal})`);
};

const TURNS = 20;
const TURN_MS = 100;

/**
 * Measures how often each of some functions runs in a second, in turns, so that other load on the machine affects all alike.
 *
 * @returns calls per second by name: the median of 20 turns of a tenth of a second, after one that does not count
 */
export const callsPerSecond = <Name extends string>(
  work: Readonly<Record<Name, () => unknown>>,
): Readonly<Record<Name, number>> => {
  const sides = Object.entries(work) as [Name, () => unknown][];
  const rates = new Map<Name, number[]>(sides.map(([name]) => [name, []]));
  for (let turn = 0; turn <= TURNS; turn += 1)
    for (const [name, call] of sides) {
      const began = performance.now();
      let calls = 0;
      let elapsed = 0;
      while (elapsed < TURN_MS) {
        call();
        calls += 1;
        elapsed = performance.now() - began;
      }
      if (turn > 0) rates.get(name)?.push((calls * 1_000) / elapsed);
    }
  return Object.fromEntries([...rates].map(([name, all]) => [name, median(all)])) as Record<Name, number>;
};
