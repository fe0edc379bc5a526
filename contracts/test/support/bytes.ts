import { sha256, utf8ToBin } from '@bitauth/libauth';

/** 32 bytes named by a label: transaction ids, categories, nonces of tests, the same on every run. */
export const named32 = (label: string): Uint8Array => sha256.hash(utf8ToBin(label));

/** An unsigned integer, little-endian, as commitments hold it. */
export const littleEndian = (value: bigint, length: number): Uint8Array =>
  Uint8Array.from({ length }, (_, index) => Number((value >> BigInt(8 * index)) & 0xffn));

/** The element at an index that the test knows to exist. */
export const at = <T>(list: readonly T[], index: number): T => {
  const element = list[index];
  if (element === undefined) throw new RangeError(`Nothing at index ${index} of ${list.length}`);
  return element;
};

/** A copy with the element at an index replaced. */
export const replaced = <T>(list: readonly T[], index: number, change: (element: T) => T): T[] => {
  const copy = [...list];
  copy[index] = change(at(list, index));
  return copy;
};

/** Runs of a property: as many as given, times WEIR_RUNS for a longer search. */
export const RUNS = (runs: number): number => runs * Number(process.env['WEIR_RUNS'] ?? '1');

/** The seed of a random search: the given one, or another one every time at night (WEIR_SEED). */
export const seedOf = (seed: number): number =>
  process.env['WEIR_SEED'] === undefined ? seed : seed + (Number(process.env['WEIR_SEED']) || Date.now());

/** Whether everything is tried, as in the nightly commands, and not a sample of it. */
export const DEEP = RUNS(1) > 1;

/** All of a list, or every so many of it from a place on. */
export const sampled = <T>(list: readonly T[], every: number, from = 0): readonly T[] =>
  DEEP ? list : list.filter((_, index) => index % every === from % every);
