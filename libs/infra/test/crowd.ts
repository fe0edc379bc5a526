import { sql } from 'kysely';
import type { Database } from '../src/database/create-database.js';
import type { Activity } from '../src/database/tables.js';

export const ACTIVITY_TABLES = {
  STREAM: 'streams',
  PAYMENT: 'streams',
  AIRDROP: 'airdropCampaigns',
  TREASURY: 'vaultProposals',
} as const;
const DISPLAY_IDS = {
  STREAM: 'stream_id',
  PAYMENT: 'stream_id',
  AIRDROP: 'campaign_id',
  TREASURY: 'proposal_id',
} as const;
/** What else must differ from row to row, of a fixed length. */
const UNIQUE = {
  STREAM: ['funding_tx_hash'],
  PAYMENT: ['funding_tx_hash'],
  AIRDROP: ['nonce', 'claim_token'],
  TREASURY: [],
} as const;

const PART = 1_000;

/** Copies a record many times, each copy a second later than the one before. */
export async function crowd(db: Database, activity: Activity, id: string, copies: number): Promise<void> {
  const counted = sql`(10000 + n)::text`;
  const isStream = ACTIVITY_TABLES[activity] === 'streams';
  const changes = [
    ...(isStream ? [sql`'plan_index', row.plan_index + n`] : []),
    sql`'id', gen_random_uuid(), 'created_at', row.created_at + n, ${sql.lit(DISPLAY_IDS[activity])}::text, ${sql.ref(`row.${DISPLAY_IDS[activity]}`)} || ${counted}`,
    ...UNIQUE[activity].map((name) => sql`${sql.lit(name)}::text, left(${sql.ref(`row.${name}`)}, -5) || ${counted}`),
  ];
  // In parts, each of which a busy machine writes in time.
  for (let from = 1; from <= copies; from += PART) {
    const rows = sql`generate_series(${from}::integer, ${Math.min(from + PART - 1, copies)}::integer)`;
    await sql`
      INSERT INTO ${sql.ref(ACTIVITY_TABLES[activity])}
      SELECT (jsonb_populate_record(row, jsonb_build_object(${sql.join(changes)}))).*
      FROM ${sql.ref(ACTIVITY_TABLES[activity])} AS row, ${rows} AS n WHERE row.id = ${id}`.execute(db);
  }
}
