import { outpointKey, type IndexedOutput } from './index.types.js';

/** Outputs by outpoint, and by script hash. */
export class OutputSet {
  readonly #byOutpoint = new Map<string, IndexedOutput>();
  readonly #byScripthash = new Map<string, Set<IndexedOutput>>();

  get(outpoint: string): IndexedOutput | undefined {
    return this.#byOutpoint.get(outpoint);
  }

  of(scripthash: string): Iterable<IndexedOutput> {
    return this.#byScripthash.get(scripthash) ?? [];
  }

  add(output: IndexedOutput): void {
    this.#byOutpoint.set(outpointKey(output.txid, output.vout), output);
    const siblings = this.#byScripthash.get(output.scripthash);
    if (siblings === undefined) this.#byScripthash.set(output.scripthash, new Set([output]));
    else siblings.add(output);
  }

  /** Removes an output and returns it; undefined if the set does not hold it. */
  take(outpoint: string): IndexedOutput | undefined {
    const output = this.#byOutpoint.get(outpoint);
    if (output === undefined) return undefined;
    this.#byOutpoint.delete(outpoint);
    const siblings = this.#byScripthash.get(output.scripthash);
    siblings?.delete(output);
    if (siblings?.size === 0) this.#byScripthash.delete(output.scripthash);
    return output;
  }
}
