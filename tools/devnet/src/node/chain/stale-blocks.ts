import type { Block } from '../primitives/block.js';

/** The number of blocks remembered: far more than any test disconnects. */
const most = 1_000;

/** Blocks that were disconnected, so that a branch that lost may win again. A restart forgets them. */
export class StaleBlocks {
  readonly #blocks = new Map<string, Block>();

  add(block: Block): void {
    this.#blocks.delete(block.hash);
    this.#blocks.set(block.hash, block);
    const [oldest] = this.#blocks.keys();
    if (this.#blocks.size > most && oldest !== undefined) this.#blocks.delete(oldest);
  }

  /**
   * Returns the blocks from the first one above the active chain up to the given one; undefined if one of them is
   * unknown.
   */
  branchTo(hash: string, isActive: (hash: string) => boolean): readonly Block[] | undefined {
    const branch: Block[] = [];
    for (let next = hash; !isActive(next); next = branch[0]?.header.previousHash ?? '') {
      const block = this.#blocks.get(next);
      if (block === undefined) return undefined;
      branch.unshift(block);
    }
    return branch;
  }
}
