/** Most scripts cached. */
const MAX_SCRIPTS = 20_000;

/**
 * A cache of transactions at contracts' addresses that were already read, steps and strays alike, so that a thousand
 * plain payments there, or siblings' payments at the address of a plan, are read once. Cleared on a reorganisation, and
 * empty after a restart.
 */
export class ReadTransactions {
  readonly #byScript = new Map<string, Set<string>>();

  /** Whether anything is cached for a script. */
  knows(scriptHash: string): boolean {
    return this.#byScript.has(scriptHash);
  }

  has(scriptHash: string, txid: string): boolean {
    return this.#byScript.get(scriptHash)?.has(txid) ?? false;
  }

  add(scriptHash: string, txids: readonly string[]): void {
    if (txids.length === 0) return;
    if (this.#byScript.size >= MAX_SCRIPTS) this.clear();
    const known = this.#byScript.get(scriptHash) ?? new Set();
    for (const txid of txids) known.add(txid);
    this.#byScript.set(scriptHash, known);
  }

  clear(): void {
    this.#byScript.clear();
  }
}
