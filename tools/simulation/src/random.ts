/** Repeatable chance: the same seed gives the same run. */
export interface Random {
  /** From 0 to 1, without 1. */
  next(): number;
  /** A whole number from `least` to `most`, both included. */
  integer(least: number, most: number): number;
  chance(probability: number): boolean;
  /** One of some, or undefined of none. */
  pick<T>(from: readonly [T, ...T[]]): T;
  pick<T>(from: readonly T[]): T | undefined;
  /** One of some, by weight. */
  weighted<T>(from: readonly (readonly [weight: number, value: T])[]): T;
}

/** One of some by chance; never undefined of what is not empty, which the overloads of `pick` tell. */
const pickBy =
  (integer: Random['integer']): Random['pick'] =>
  <T>(from: readonly T[]) =>
    from[integer(0, from.length - 1)] as T;

/** Mulberry32: 32 bits of state, good enough to choose by. */
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
