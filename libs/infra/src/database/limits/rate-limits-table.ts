import type { ColumnType } from 'kysely';

/**
 * The number of requests of each client in its present window. Unlogged: after a crash of Postgres counting starts
 * anew.
 */
export interface RateLimitsTable {
  key: string;
  /** Milliseconds since 1970 by the database's clock. */
  window_end: ColumnType<bigint, number | bigint, number | bigint>;
  hits: number;
}
