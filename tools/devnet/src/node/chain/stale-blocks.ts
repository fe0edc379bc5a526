import type { Block } from '../primitives/block.js';

/** Blocks remembered: far more than any test takes off. */
const most = 1_000;

/** Blocks that were taken off the chain, so that a branch that lost may win again. Forgotten by a restart. */
export class StaleBlocks {
  readonly #blocks = new Map<string, Block>();

  add(block: Block): void {
    this.#blocks.delete(block.hash);
    this.#blocks.set(block.hash, block);
    const [oldest] = this.#blocks.keys();
    if (this.#blocks.size > most && oldest !== undefined) this.#blocks.delete(oldest);
  }

  /** The blocks from the first one above the active chain up to one of these; undefined where one of them is unknown. */
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
