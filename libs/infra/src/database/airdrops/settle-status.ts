import { sql } from 'kysely';
import type { Database } from '../create-database.js';
import { NOW } from '../seconds.js';

/**
 * Sets a funded campaign's status by its lanes: COMPLETED when all have paid everything, CANCELLED when none is left,
 * else ACTIVE. Locks the campaign first: of two lanes that end at once, the second sees the first.
 */
export async function settleStatus(db: Database, campaignId: string): Promise<void> {
  await sql`SELECT FROM airdrop_campaigns WHERE id = ${campaignId} FOR UPDATE NOWAIT`.execute(db);
  await sql`
    UPDATE airdrop_campaigns SET
      status = settled.status,
      cancelled_at = CASE WHEN settled.status = 'CANCELLED' THEN coalesce(cancelled_at, ${NOW}) END,
      updated_at = ${NOW}
    FROM (
      SELECT CASE WHEN bool_and(claims = claims_due) THEN 'COMPLETED' WHEN bool_and(closed) THEN 'CANCELLED' ELSE 'ACTIVE' END AS status
      FROM airdrop_lanes WHERE campaign_id = ${campaignId}) AS settled
    WHERE id = ${campaignId} AND airdrop_campaigns.status <> settled.status AND airdrop_campaigns.status <> 'PENDING'`.execute(
    db,
  );
}
