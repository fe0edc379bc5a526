/** Requests of one group of routes in an interval. */
interface Group {
  readonly waits: number[];
}

/** The traffic of an interval. */
export interface Report {
  readonly requests: number;
  /** Count and latencies by group, milliseconds. */
  readonly groups: ReadonlyMap<string, { readonly count: number; readonly p50: number; readonly p99: number }>;
  /** Unsuccessful answers by status and code. */
  readonly refusals: ReadonlyMap<string, number>;
}

const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

/** Returns the median of some numbers; 0 of none. */
export const median = (values: readonly number[]): number =>
  quantile(
    [...values].sort((a, b) => a - b),
    0.5,
  );

/** Counts requests; each report starts a new interval. */
export class Figures {
  #groups = new Map<string, Group>();
  #refusals = new Map<string, number>();
  /** Answers with status 500 and above, and requests without an answer, since the start. */
  readonly failures: string[] = [];

  note(group: string, waitMs: number): void {
    const known = this.#groups.get(group) ?? { waits: [] };
    known.waits.push(waitMs);
    this.#groups.set(group, known);
  }

  refused(status: number, code: string, what: string): void {
    const key = `${status} ${code}`;
    this.#refusals.set(key, (this.#refusals.get(key) ?? 0) + 1);
    if (status >= 500) this.fail(`${what}: ${key}`);
  }

  fail(what: string): void {
    this.failures.push(what);
  }

  report(): Report {
    const groups = [...this.#groups].sort().map(([name, { waits }]) => {
      const sorted = waits.sort((a, b) => a - b);
      return [name, { count: sorted.length, p50: quantile(sorted, 0.5), p99: quantile(sorted, 0.99) }] as const;
    });
    const refusals = this.#refusals;
    this.#groups = new Map();
    this.#refusals = new Map();
    return { requests: groups.reduce((sum, [, { count }]) => sum + count, 0), groups: new Map(groups), refusals };
  }
}
