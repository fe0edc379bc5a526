/** Reproducible randomness: the same seed gives the same run. */
export interface Random {
  /** Returns a number from 0 to 1, excluding 1. */
  next(): number;
  /** Returns an integer from `least` to `most`, inclusive. */
  integer(least: number, most: number): number;
  chance(probability: number): boolean;
  /** Picks one; undefined when there are none. */
  pick<T>(from: readonly [T, ...T[]]): T;
  pick<T>(from: readonly T[]): T | undefined;
  weighted<T>(from: readonly (readonly [weight: number, value: T])[]): T;
}

/** Picks one; never undefined for a non-empty list, as the overloads of `pick` state. */
const pickBy =
  (integer: Random['integer']): Random['pick'] =>
  <T>(from: readonly T[]) =>
    from[integer(0, from.length - 1)] as T;

/** Creates a generator: Mulberry32, 32 bits of state, good enough for choosing. */
export const createRandom = (seed: number): Random => {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const integer = (least: number, most: number): number => least + Math.floor(next() * (most - least + 1));
  return {
    next,
    integer,
    chance: (probability) => next() < probability,
    pick: pickBy(integer),
    weighted(from) {
      let left = next() * from.reduce((sum, [weight]) => sum + weight, 0);
      const chosen = from.find(([weight]) => (left -= weight) < 0) ?? from[0];
      if (chosen === undefined) throw new RangeError('Nothing to choose from');
      return chosen[1];
    },
  };
};

/**
 * Returns the seeds that a spec file of a simulation runs: those with `seed % parts === part`. By default of the first
 * `count`; `SIMULATION_SEEDS=1000` runs that many, `SIMULATION_SEED=17` (or `17,42`) only these.
 *
 * @param part from 0
 * @throws RangeError for invalid seeds
 */
export const seedsOf = (
  part: number,
  parts: number,
  count: number,
  environment: NodeJS.ProcessEnv = process.env,
): number[] => {
  const { SIMULATION_SEED: only, SIMULATION_SEEDS: most = String(count) } = environment;
  const seeds =
    only === undefined ? Array.from({ length: Number(most) }, (_, i) => i + 1) : only.split(',').map(Number);
  if (!seeds.every((seed) => Number.isSafeInteger(seed) && seed >= 0))
    throw new RangeError(`SIMULATION_SEED is no list of whole numbers: ${String(only)}`);
  return seeds.filter((seed) => seed % parts === part);
};
