/** A transaction of a beacon's history that was not verified yet. */
export interface Unverified {
  readonly txid: string;
  readonly height: number;
  /** Script hash. */
  readonly beacon: string;
}

/**
 * What one round read of beacons' histories and left to the next ones to verify. A history lists all that was ever announced at its
 * beacon: a first start that read it again in each round would take the square of that. Holds as long as the tip stays.
 */
export class BeaconBacklog {
  #tipHash = '';
  #left: readonly Unverified[] = [];
  #next = 0;

  /** Takes the next ones; none where they were read of another chain. */
  take(tipHash: string, most: number): readonly Unverified[] {
    if (tipHash !== this.#tipHash) this.clear();
    const taken = this.#left.slice(this.#next, this.#next + most);
    this.#next += taken.length;
    if (this.#next === this.#left.length) this.clear();
    return taken;
  }

  /** Replaces what is kept. @param left in the order in which they are taken */
  keep(tipHash: string, left: readonly Unverified[]): void {
    this.#tipHash = tipHash;
    this.#left = left;
    this.#next = 0;
  }

  clear(): void {
    this.keep('', []);
  }
}
