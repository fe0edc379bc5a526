import { sql } from 'kysely';
import { NOW } from '../seconds.js';

/** How long an answer is kept, seconds. */
export const KEPT_SECONDS = 86_400;

/** Until when what is kept now is kept, Unix seconds. By the database's clock, which all replicas share. */
export const KEPT_UNTIL = sql<bigint>`${NOW} + ${sql.lit(KEPT_SECONDS)}`;
