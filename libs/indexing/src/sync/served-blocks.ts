/** Tracks which written blocks may be served: those of which all transactions are certainly in the tables. */
export class ServedBlocks {
  /** Written but not yet served heights, ascending, with the time each was heard of. */
  #young: { readonly height: number; readonly heardAt: number }[] = [];

  /**
   * @param settleMs how long servers may take after a block to announce the transactions in it: the protocol announces
   * the tip separately from the scripts, and nothing says when all scripts are announced
   */
  constructor(
    private readonly settleMs: number,
    /** The highest served block; null before the first. */
    private height: number | null,
  ) {}

  get served(): number | null {
    return this.height;
  }

  /** Records written blocks. @param heardAt a time of `performance.now()` @param forkHeight the block they build on */
  add(forkHeight: number, heights: readonly number[], heardAt: number): void {
    this.#young = this.#young.filter(({ height }) => height <= forkHeight);
    if (this.height !== null && this.height > forkHeight) this.height = forkHeight;
    const highest = heights.at(-1);
    // Serving a block serves all below it.
    if (highest !== undefined) this.#young.push({ height: highest, heardAt });
  }

  /**
   * Returns the highest block that may be served once everything announced until `at` was read; undefined where none is
   * new.
   */
  ripeAt(at: number): number | undefined {
    return this.#young.findLast(({ heardAt }) => heardAt + this.settleMs <= at)?.height;
  }

  /** Returns the milliseconds until the next block may be served; undefined where all are. */
  dueIn(at: number): number | undefined {
    const [next] = this.#young;
    return next && Math.max(0, next.heardAt + this.settleMs - at);
  }

  /** Records that a block is served. */
  serve(height: number): void {
    this.height = height;
    this.#young = this.#young.filter((each) => each.height > height);
  }
}
