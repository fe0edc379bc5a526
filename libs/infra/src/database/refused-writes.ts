import { codeOf } from './classify-error.js';

/** SQLSTATEs by which a database that answers takes nothing in. */
const REASONS: Readonly<Record<string, string>> = {
  '53100': 'its disk is full',
  '25006': 'it is read-only',
};
/** How long a refusal is reported, milliseconds: there may be no other write for a while. */
const REMEMBER_MS = 60_000;

/** Tracks whether a database reads but refuses writes, which only its queries notice. */
export class RefusedWrites {
  #reason = '';
  #at = -Infinity;

  /** @param now milliseconds that only grow */
  constructor(private readonly now: () => number = () => performance.now()) {}

  /** Notes a query's failure. */
  note(error: unknown): void {
    const reason = REASONS[codeOf(error)];
    if (reason === undefined) return;
    this.#reason = reason;
    this.#at = this.now();
  }

  /** In words, why a write was refused within the last minute; undefined where none was. */
  get reason(): string | undefined {
    return this.now() - this.#at < REMEMBER_MS
      ? `the database refused to write within the last minute: ${this.#reason}`
      : undefined;
  }
}
