/** Transactions cached of one script, and scripts cached. */
const MAX_SCRIPTS = 20_000;

/**
 * Transactions at contracts' addresses that were read, steps and strays alike, so that a plain payment there, or a sibling's
 * payment at the address of a plan, or a thousand of them, is read once. Forgotten with the process, and when blocks are taken back.
 */
export class ReadTransactions {
  readonly #byScript = new Map<string, Set<string>>();

  /** Whether anything is cached of a script. */
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
