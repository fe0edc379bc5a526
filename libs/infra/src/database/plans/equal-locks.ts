import { sql } from 'kysely';
import type { Database } from '../create-database.js';
import type { OfferedCoin } from './offered-coin.js';

/** The locks that fundings open, whether as a row of `streams` or of a list that waits. */
const LOCKS = sql`
  SELECT plan_funding_id AS funding_id, recipient_hash, total_amount AS total, start_time, end_time,
    coalesce(cliff_timestamp - start_time, 0) AS cliff, coalesce(interval_seconds, 1) AS step FROM streams
  UNION
  SELECT funding_id, recipient_hash, principal, start_time, end_time, cliff_seconds, step_seconds FROM plan_recipients`;

/**
 * Finds the record for which a funding was handed out, where another one opens equal locks: locks of equal terms have one address,
 * so that only the coin tells whose funding a transaction is.
 *
 * @param fundingId uuid of the record's own funding
 * @param spent the coins that the transaction spends
 * @returns the other record's id; undefined where a coin of the record's own is among them, or where nobody else was handed one
 */
export const handedOutTo = async (
  db: Database,
  fundingId: string,
  spent: readonly OfferedCoin[],
): Promise<string | undefined> => {
  const coins = sql`unnest(${spent.map(({ txid }) => txid)}::text[], ${spent.map(({ vout }) => vout)}::integer[])`;
  const isSpent = sql<boolean>`(offered_txid, offered_vout) IN (SELECT * FROM ${coins})`;
  const { rows } = await sql<{ readonly id: string }>`
    WITH own AS (SELECT * FROM plan_fundings WHERE id = ${fundingId})
    SELECT coalesce(other.plan_id, (SELECT id FROM streams WHERE plan_funding_id = other.id)) AS id
    FROM own JOIN plan_fundings AS other ON other.id <> own.id AND other.status = 'PENDING' AND other.product = own.product
      AND other.sender_hash = own.sender_hash AND other.token_category IS NOT DISTINCT FROM own.token_category
      AND other.streams = own.streams
    WHERE (other.offered_txid, other.offered_vout) IN (SELECT * FROM ${coins})
      AND NOT EXISTS (SELECT FROM plan_fundings WHERE id = ${fundingId} AND ${isSpent})
      AND NOT EXISTS (
        SELECT recipient_hash, total, start_time, end_time, cliff, step FROM (${LOCKS}) AS locks WHERE funding_id = own.id
        EXCEPT
        SELECT recipient_hash, total, start_time, end_time, cliff, step FROM (${LOCKS}) AS locks WHERE funding_id = other.id
      ) LIMIT 1`.execute(db);
  return rows[0]?.id;
};
