import { sql } from 'kysely';
import { NOW } from '../seconds.js';

/** How long an answer is stored, seconds. */
export const KEPT_SECONDS = 86_400;

/**
 * The end of the time for which an answer stored now is kept, Unix seconds, by the database's clock, which all replicas
 * share.
 */
export const KEPT_UNTIL = sql<number>`${NOW} + ${sql.lit(KEPT_SECONDS)}`;
