import { Difference } from '../../../src/index.js';

/** Counts lies by what they are about, and by what they are refused for. */
export class Tally {
  readonly #tried = new Map<string, number>();
  #worthless = 0;

  /** Whether a check refuses a lie. @throws each other error */
  refuses(kind: string, check: () => unknown): boolean {
    this.#tried.set(kind, (this.#tried.get(kind) ?? 0) + 1);
    try {
      check();
    } catch (error) {
      if (error instanceof Difference) return true;
      throw error;
    }
    return false;
  }

  /** Counts a lie that cost the signer nothing. */
  worthless(): void {
    this.#worthless += 1;
  }

  /** Writes the counts as a table. */
  table(): string {
    const rows = [...this.#tried, ['all', [...this.#tried.values()].reduce((sum, count) => sum + count, 0)] as const];
    const lines = rows.map(([kind, count]) => `${kind.padEnd(24)} ${count.toString().padStart(7)}`);
    return [
      ...lines,
      `of these ${this.#worthless} cost nothing: no node takes what was signed, or nothing was to be signed`,
    ].join('\n');
  }
}
