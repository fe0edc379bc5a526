/**
 * The number of requests of each client in its present window. Unlogged: after a crash of Postgres counting starts
 * anew.
 */
export interface RateLimitsTable {
  key: string;
  /** Milliseconds since 1970 by the database's clock. */
  windowEnd: number;
  hits: number;
}
