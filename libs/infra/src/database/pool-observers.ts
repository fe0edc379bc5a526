import type pg from 'pg';
import { codeOf } from './sql/database-errors.js';

/** How busy a process's database connections are. One for each database it opens. */
export class PoolMetrics {
  #pool: Pick<pg.Pool, 'totalCount' | 'idleCount' | 'waitingCount'> | undefined;
  #waits = 0;
  #waitedMs = 0;

  /** Starts to report on this pool. */
  attach(pool: Pick<pg.Pool, 'totalCount' | 'idleCount' | 'waitingCount'>): void {
    this.#pool = pool;
  }

  /** Notes that a caller got a connection, or gave up, after a time in milliseconds. */
  note(milliseconds: number): void {
    this.#waits += 1;
    this.#waitedMs += milliseconds;
  }

  /** Reads the number of connections, idle ones and waiting callers, and how often and how long in all callers have waited. */
  read(): PoolReading {
    const { totalCount: total = 0, idleCount: idle = 0, waitingCount: waiting = 0 } = this.#pool ?? {};
    return { total, idle, waiting, waits: this.#waits, waitedSeconds: this.#waitedMs / 1_000 };
  }
}

/** The result of {@link PoolMetrics.read}. */
export interface PoolReading {
  readonly total: number;
  readonly idle: number;
  readonly waiting: number;
  readonly waits: number;
  readonly waitedSeconds: number;
}

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
