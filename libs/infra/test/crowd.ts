import { type RawBuilder, sql } from 'kysely';
import type { Activity } from '@weir/kinds';
import type { Database } from '../src/database/create-database.js';

export const ACTIVITY_TABLES = {
  STREAM: 'streams',
  PAYMENT: 'streams',
  AIRDROP: 'airdropCampaigns',
  TREASURY: 'vaultProposals',
  CURRENCY_PAYMENT: 'currencyPayments',
  PURSE: 'purses',
} as const;
const DISPLAY_IDS = {
  STREAM: 'stream_id',
  PAYMENT: 'stream_id',
  AIRDROP: 'campaign_id',
  TREASURY: 'proposal_id',
  CURRENCY_PAYMENT: 'payment_id',
  PURSE: undefined,
} as const;
/** What else must differ from row to row, of a fixed length. */
const UNIQUE = {
  STREAM: ['funding_tx_hash'],
  PAYMENT: ['funding_tx_hash'],
  AIRDROP: ['nonce', 'claim_token'],
  TREASURY: [],
  CURRENCY_PAYMENT: ['script_hash'],
  PURSE: ['opened_txid'],
} as const;

const PART = 1_000;

/**
 * What of a copied row differs: a number of its own at the end of texts of a fixed length, and the first letter, since a random text
 * may end in one of those numbers already.
 */
const numbered = (name: string): RawBuilder<unknown> => {
  const text = sql.ref(`row.${name}`);
  return sql`${sql.lit(name)}::text,
    CASE left(${text}, 1) WHEN 'f' THEN '0' ELSE 'f' END || substr(left(${text}, -5), 2) || (10000 + n)::text`;
};

/** Copies a row of a table many times, with an id of its own and these changes. */
async function copyRow(
  db: Database,
  table: string,
  id: string,
  copies: number,
  changes: readonly RawBuilder<unknown>[],
): Promise<void> {
  // In parts, each of which a busy machine writes in time.
  for (let from = 1; from <= copies; from += PART) {
    const rows = sql`generate_series(${from}::integer, ${Math.min(from + PART - 1, copies)}::integer)`;
    await sql`
      INSERT INTO ${sql.ref(table)}
      SELECT (jsonb_populate_record(row, jsonb_build_object('id', gen_random_uuid(), ${sql.join(changes)}))).*
      FROM ${sql.ref(table)} AS row, ${rows} AS n WHERE row.id = ${id}`.execute(db);
  }
}

/** Copies a record many times, each copy a second later than the one before, and a campaign with its lanes. */
export async function crowd(db: Database, activity: Activity, id: string, copies: number): Promise<void> {
  const displayId = DISPLAY_IDS[activity];
  await copyRow(db, ACTIVITY_TABLES[activity], id, copies, [
    ...(ACTIVITY_TABLES[activity] === 'streams' ? [sql`'plan_index', row.plan_index + n`] : []),
    sql`'created_at', row.created_at + n`,
    ...(displayId === undefined
      ? []
      : [sql`${sql.lit(displayId)}::text, ${sql.ref(`row.${displayId}`)} || (10000 + n)::text`]),
    ...UNIQUE[activity].map(numbered),
  ]);
  if (activity === 'AIRDROP')
    await sql`
      INSERT INTO airdrop_lanes (campaign_id, lane, claims_due)
      SELECT airdrop_campaigns.id, lane, claims_due FROM airdrop_lanes AS lanes, airdrop_campaigns
      WHERE lanes.campaign_id = ${id}
        AND NOT EXISTS (SELECT FROM airdrop_lanes WHERE campaign_id = airdrop_campaigns.id)`.execute(db);
}

/** Copies a vault many times, without its signers and proposals. */
export const crowdOfVaults = (db: Database, id: string, copies: number): Promise<void> =>
  copyRow(db, 'vaults', id, copies, ['vault_id', 'script_hash'].map(numbered));

/** Copies the funding of a stream many times, without streams. */
export const crowdOfFundings = async (db: Database, streamId: string, copies: number): Promise<void> => {
  const { planFundingId } = await db
    .selectFrom('streams')
    .select('planFundingId')
    .where('id', '=', streamId)
    .executeTakeFirstOrThrow();
  await copyRow(db, 'plan_fundings', planFundingId ?? '', copies, [numbered('nonce'), numbered('funding_tx_hash')]);
};
