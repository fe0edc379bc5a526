import { sql, type RawBuilder } from 'kysely';

/** Unix seconds of the transaction's start, rounded down: the next second has not come yet. */
export const NOW = sql<number>`floor(extract(epoch FROM now()))::bigint`;

/**
 * Returns a moment of the service's clock, but never before another that the database's clock set (the two may differ):
 * nothing is activated before it was created.
 *
 * @param moment Unix seconds
 * @param floor what it must not lie before, in the row that is updated
 */
export const notBefore = (moment: number, floor: RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`greatest(${moment}::bigint, ${floor})`;
