import { sha256Pair, SPENT_MARKER } from '@weir/merkle';
import { countLeaf, countPlace } from '../../src/index.js';

const LEVELS = 64;

/** A sparse tree of claim counts in plain code: nodes by level and place, absent where a subtree is empty. */
export class TestCounts {
  readonly #nodes = new Map<string, Uint8Array>();
  readonly #counts = new Map<string, number>();

  constructor(readonly nonce: Uint8Array) {}

  claimed(hash: Uint8Array): number {
    return this.#counts.get(hash.toString()) ?? 0;
  }

  proof(hash: Uint8Array): { hash: Uint8Array; claimed: number; siblings: Uint8Array[] } {
    const place = countPlace(this.nonce, hash);
    const siblings = Array.from(
      { length: LEVELS },
      (_, level) => this.#nodes.get(`${level}:${(place >> BigInt(level)) ^ 1n}`) ?? new Uint8Array(),
    );
    return { hash, claimed: this.claimed(hash), siblings };
  }

  raise(hash: Uint8Array): void {
    const place = countPlace(this.nonce, hash);
    const { siblings, claimed } = this.proof(hash);
    let [node, empty] = [countLeaf(hash, claimed + 1), SPENT_MARKER];
    for (const [level, known] of siblings.entries()) {
      const here = place >> BigInt(level);
      this.#nodes.set(`${level}:${here}`, node);
      const sibling = known.length === 0 ? empty : known;
      node = here % 2n === 1n ? sha256Pair(sibling, node) : sha256Pair(node, sibling);
      empty = sha256Pair(empty, empty);
    }
    this.#counts.set(hash.toString(), claimed + 1);
  }
}
