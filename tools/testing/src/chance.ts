/** Reproducible choices: the same seed gives the same run (Mulberry32). */
export class Chance {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** A number from 0 to 1, excluding 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** An integer from 0 to below a limit. */
  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  /** An integer from a least to a most, both included. */
  between(least: number, most: number): number {
    return least + this.below(most - least + 1);
  }

  /** Once in so many times. */
  once(times: number): boolean {
    return this.below(times) === 0;
  }

  /** Whether something of this probability happens. */
  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** One of a list; undefined of an empty one. */
  pick<T>(list: readonly [T, ...T[]]): T;
  pick<T>(list: readonly T[]): T | undefined;
  pick<T>(list: readonly T[]): T | undefined {
    return list[this.below(list.length)];
  }

  /** One of a list, each as likely as its weight says. @throws RangeError of an empty one */
  weighted<T>(list: readonly (readonly [weight: number, value: T])[]): T {
    let left = this.next() * list.reduce((sum, [weight]) => sum + weight, 0);
    const chosen = list.find(([weight]) => (left -= weight) < 0) ?? list[0];
    if (chosen === undefined) throw new RangeError('Nothing to choose from');
    return chosen[1];
  }

  /** One of a list that is not empty. */
  of<T>(list: readonly T[]): T {
    const [first] = list;
    const chosen = list[this.below(list.length)] ?? first;
    if (chosen === undefined) throw new RangeError('Nothing to choose from');
    return chosen;
  }

  bytes(length: number): Uint8Array {
    return Uint8Array.from({ length }, () => this.below(256));
  }

  /** A number of up to so many bits, small ones as often as large ones. */
  big(bits: number): bigint {
    const length = this.between(1, bits);
    return this.bytes(8).reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n) & ((1n << BigInt(length)) - 1n);
  }
}
