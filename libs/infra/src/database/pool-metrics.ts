import type pg from 'pg';

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
