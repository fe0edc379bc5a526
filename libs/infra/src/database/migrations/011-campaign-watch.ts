import { sql, type Kysely } from 'kysely';

/**
 * What following campaigns on the chain needs: up to which step each lane is buried so deep that no reorganisation takes it
 * back. A lane is left alone once it has ended in such a step. -1: not even the funding is.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE airdrop_lanes ADD COLUMN final_sequence integer NOT NULL DEFAULT -1
    CONSTRAINT airdrop_lanes_final_recorded CHECK (final_sequence BETWEEN -1 AND head)`.execute(db);
  await sql`CREATE INDEX airdrop_lanes_watched ON airdrop_lanes (campaign_id, lane) WHERE NOT closed OR final_sequence < head`.execute(
    db,
  );
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE airdrop_lanes DROP COLUMN final_sequence`.execute(db);
}
