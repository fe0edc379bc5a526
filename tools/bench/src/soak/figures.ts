import { median, percentile } from '../harness/figures.js';

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
      return [name, { count: waits.length, p50: median(waits), p99: percentile(waits, 99) }] as const;
    });
    const refusals = this.#refusals;
    this.#groups = new Map();
    this.#refusals = new Map();
    return { requests: groups.reduce((sum, [, { count }]) => sum + count, 0), groups: new Map(groups), refusals };
  }
}
