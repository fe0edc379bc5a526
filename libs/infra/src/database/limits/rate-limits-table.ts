import type { ColumnType } from 'kysely';

/** How often each client came in its present window. Unlogged: after a crash of Postgres counting begins anew. */
export interface RateLimitsTable {
  key: string;
  /** Milliseconds since 1970 by the database's clock. */
  window_end: ColumnType<bigint, number | bigint, number | bigint>;
  hits: number;
}
