/** Reproducible choices: the same seed gives the same run (Mulberry32). */
export class Chance {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** An integer from 0 to below a limit. */
  below(limit: number): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit);
  }

  /** An integer from a least to a most, both included. */
  between(least: number, most: number): number {
    return least + this.below(most - least + 1);
  }

  /** Once in so many times. */
  once(times: number): boolean {
    return this.below(times) === 0;
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
