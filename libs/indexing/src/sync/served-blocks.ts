/** Blocks that are in the tables, until everything in them is. */
export class ServedBlocks {
  /** Heights, rising, and when each was heard of. */
  #young: { readonly height: number; readonly heardAt: number }[] = [];

  /**
   * @param settleMs how long after a block servers may still tell of what is in it: the protocol has the tip told apart
   *   from the scripts, and nothing that says that all of them were told
   */
  constructor(
    private readonly settleMs: number,
    /** The highest one that is served; null before the first. */
    private height: number | null,
  ) {}

  get served(): number | null {
    return this.height;
  }

  /** Notes blocks that were written, heard of at a time of `performance.now()`. @param forkHeight what they stand on */
  add(forkHeight: number, heights: readonly number[], heardAt: number): void {
    this.#young = this.#young.filter(({ height }) => height <= forkHeight);
    if (this.height !== null && this.height > forkHeight) this.height = forkHeight;
    const highest = heights.at(-1);
    // One is served with all beneath it.
    if (highest !== undefined) this.#young.push({ height: highest, heardAt });
  }

  /** The highest block to be served when all that was told until `at` has been read; undefined where none is new. */
  ripeAt(at: number): number | undefined {
    return this.#young.findLast(({ heardAt }) => heardAt + this.settleMs <= at)?.height;
  }

  /** Milliseconds until the next one may be served; undefined where all are. */
  dueIn(at: number): number | undefined {
    const [next] = this.#young;
    return next && Math.max(0, next.heardAt + this.settleMs - at);
  }

  /** Notes that one is served. */
  serve(height: number): void {
    this.height = height;
    this.#young = this.#young.filter((each) => each.height > height);
  }
}
