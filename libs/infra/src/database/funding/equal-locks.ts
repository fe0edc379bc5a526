import { sql } from 'kysely';
import type { Database } from '../create-database.js';
import type { OfferedCoin } from './offered-coin.js';

/** The locks that a funding opens, whether as rows of `streams` or of a list that waits. @param funding its name in the statement */
const locksOf = (funding: string) => sql`
  SELECT recipient_hash, total_amount, start_time, end_time, coalesce(cliff_timestamp - start_time, 0), coalesce(interval_seconds, 1), move_delay
    FROM streams WHERE plan_funding_id = ${sql.ref(`${funding}.id`)}
  UNION
  SELECT recipient_hash, principal, start_time, end_time, cliff_seconds, step_seconds, (SELECT move_delay FROM plans WHERE plans.id = plan_recipients.plan_id)
    FROM plan_recipients WHERE funding_id = ${sql.ref(`${funding}.id`)}`;

/**
 * Finds the record for which a funding was handed out, where another one opens equal locks: locks of equal terms have one address,
 * so that only the coin shows whose funding a transaction is.
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
  const spends = (funding: string) =>
    sql`(${sql.ref(`${funding}.offered_txid`)}, ${sql.ref(`${funding}.offered_vout`)}) IN (SELECT * FROM ${coins})`;
  const { rows } = await sql<{ readonly id: string }>`
    SELECT coalesce(other.plan_id, (SELECT id FROM streams WHERE plan_funding_id = other.id)) AS id
    FROM plan_fundings AS own JOIN plan_fundings AS other ON other.id <> own.id AND other.status = 'PENDING'
      AND other.product = own.product AND other.sender_hash = own.sender_hash
      AND other.token_category IS NOT DISTINCT FROM own.token_category AND other.streams = own.streams
    WHERE own.id = ${fundingId} AND ${spends('other')} AND (${spends('own')}) IS NOT TRUE
      AND NOT EXISTS ((${locksOf('own')}) EXCEPT (${locksOf('other')})) LIMIT 1`.execute(db);
  return rows[0]?.id;
};
