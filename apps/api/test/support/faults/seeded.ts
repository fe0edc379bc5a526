/** Chance that can be had again. */
export interface Seeded {
  /** A whole number from `least` to `most`. */
  integer(least: number, most: number): number;
  pick<T>(from: readonly [T, ...T[]]): T;
}

/** Numbers of a seed, by the multiply-with-carry of Marsaglia's KISS. */
export const createSeeded = (seed: number): Seeded => {
  let [z, w] = [362_436_069 ^ seed, 521_288_629 + seed];
  const next = (): number => {
    z = (36_969 * (z & 65_535) + (z >>> 16)) >>> 0;
    w = (18_000 * (w & 65_535) + (w >>> 16)) >>> 0;
    return ((z << 16) + (w & 65_535)) >>> 0;
  };
  const integer = (least: number, most: number): number => least + (next() % (most - least + 1));
  return { integer, pick: (from) => from[integer(0, from.length - 1)] ?? from[0] };
};
