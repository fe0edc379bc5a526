import { sql } from 'kysely';

/** Unix seconds of the transaction's start: the second that has begun. */
export const NOW = sql.raw('floor(extract(epoch FROM now()))::bigint');
