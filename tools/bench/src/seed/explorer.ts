import { sql, type RawBuilder } from 'kysely';
import type { PlanProduct } from '@weir/covenants';
import type { Database } from '@weir/infra';
import { planTemplate, TEMPLATE_NONCE } from './plans.js';

const BATCH = 100_000;
/** Vaults with proposals; one in ten is public. */
const VAULTS = 1_000;

/** Rows per hundred by product, in this order. Locks are those that claims of vested lists opened. */
const MIX = { streams: 50, payments: 15, locks: 5, airdrops: 10, proposals: 20 } as const;
const FIRST_LOCK = MIX.streams + MIX.payments;
const FIRST_AIRDROP = FIRST_LOCK + MIX.locks;
/** Of so many rows the locks were claimed from five campaigns, a crowd from each. */
const CROWD = 10_000;

const hex = (seed: RawBuilder<unknown>, length: number) => sql`lpad(to_hex(${seed}), ${sql.lit(length)}, '0')`;
const N = sql.ref('n');
/** The id of the n-th stream. @param n from 1 */
export const streamIdAt = (n: RawBuilder<unknown>) => sql`('00000000-0000-7000-9000-' || ${hex(n, 12)})::uuid`;
const campaignIdAt = (n: RawBuilder<unknown>) => sql`('00000000-0000-7000-8002-' || ${hex(n, 12)})::uuid`;
const ADDRESS = 'bchtest:qp98vn6dqptzem3hw4x3gx8plt5cq0np4geu6ad8v9';

const BEGIN = 1_700_000_000;

/** Returns the creation time of the newest row, Unix seconds: three rows per second. */
export const newestSeeded = (rows: number): number => BEGIN + Math.floor(rows / 3);

/**
 * Defines the rows. One in five has a token, out of 3,000 tokens of uneven use. Statuses are distributed as over years,
 * with one rare case: records of tokens are CANCELLED only among the oldest hundredth.
 */
const rowsFrom = (from: number, to: number, total: number) => sql`
  SELECT n, n % 100 AS kind, hashtext(n::text) & 2147483647 AS chance,
    CASE WHEN hashtext('asset' || n) % 5 = 0 THEN 'FUNGIBLE_TOKEN' ELSE 'BCH' END AS token_type,
    CASE WHEN hashtext('asset' || n) % 5 = 0 THEN ${hex(sql`(power((hashtext('token' || n) & 65535) / 65536.0, 3) * 3000)::int`, 64)} END AS token_category,
    CASE WHEN hashtext('fate' || n) & 127 < 9 THEN 'PENDING' WHEN hashtext('fate' || n) & 127 < 70 THEN 'ACTIVE'
      WHEN hashtext('fate' || n) & 127 < 118 OR n > ${sql.lit(Math.ceil(total / 100))} AND hashtext('asset' || n) % 5 = 0 THEN 'COMPLETED' ELSE 'CANCELLED' END AS fate,
    ${sql.lit(BEGIN)} + n / 3 AS made
  FROM generate_series(${sql.lit(from)}, ${sql.lit(to)}) AS n`;

const PRODUCTS: readonly PlanProduct[] = ['VESTING_BCH', 'VESTING_TOKEN', 'RECURRING_BCH', 'RECURRING_TOKEN'];

/** What a stream's plan determines, by product: a table of constants. */
const templates = () => {
  const rows = PRODUCTS.map(planTemplate).map(
    ({ product, announcement, commitment, reserve }) =>
      sql`(${sql.lit(product)}, ${sql.lit(announcement)}, ${sql.lit(commitment)}, ${sql.lit(reserve.toString())}::numeric)`,
  );
  return sql`(VALUES ${sql.join(rows)}) AS template (plan_product, announcement, commitment, reserve)`;
};

/** Inserts streams and payments, each a plan of one. @param rows as {@link rowsFrom} defines them */
export const insertStreams = (rows: RawBuilder<unknown>) => sql`
  WITH made_up AS (
    SELECT *, fate = 'ACTIVE' AS is_open, status <> 'PENDING' AS is_funded,
      ('00000000-0000-7000-8001-' || ${hex(N, 12)})::uuid AS funding, replace(announcement, ${TEMPLATE_NONCE}, ${hex(N, 32)}) AS announced
    FROM (SELECT *, CASE WHEN is_payment AND fate = 'ACTIVE' AND chance % 10 = 0 THEN 'PAUSED' ELSE fate END AS status,
        CASE WHEN is_payment THEN 'RECURRING' ELSE 'VESTING' END || CASE token_type WHEN 'BCH' THEN '_BCH' ELSE '_TOKEN' END AS plan_product
      FROM (SELECT *, kind >= ${sql.lit(MIX.streams)} AS is_payment FROM (${rows}) AS drawn WHERE kind < ${sql.lit(FIRST_LOCK)}) AS with_status) AS fates
    JOIN ${templates()} USING (plan_product)),
  fundings AS (
    INSERT INTO plan_fundings (id, product, sender_hash, token_category, nonce, announcement, streams, status, category, funding_tx_hash)
    SELECT funding, plan_product, ${hex(sql`n % 1000`, 40)}, token_category, ${hex(N, 32)}, announced, 1,
      CASE WHEN is_funded THEN 'ACTIVE' ELSE 'PENDING' END, CASE WHEN is_funded THEN ${hex(N, 64)} END, CASE WHEN is_funded THEN ${hex(N, 64)} END
    FROM made_up)
  INSERT INTO streams (id, stream_id, sender, sender_hash, recipient, recipient_hash, token_type, token_category, total_amount, withdrawn_amount,
    stream_type, start_time, end_time, cancelable, cancel_notice_blocks, nonce, status, contract_address, locking_bytecode, script_hash,
    initial_commitment, plan_funding_id, plan_announcement, plan_group, plan_index, plan_reserve,
    state_category, state_txid, state_vout, state_satoshis, state_commitment,
    state_token_amount, state_companion_satoshis, funding_tx_hash, funding_vout, activated_at, cancelled_at, product, interval_seconds, first_due, periods, amount_per_period, pausable, payment_interval, next_due, pause_settled,
    created_at, updated_at)
  SELECT ${streamIdAt(N)}, CASE WHEN is_payment THEN '#WEIR-PAY-' WHEN token_type = 'BCH' THEN '#WEIR-BCH-' ELSE '#WEIR-TOK-' END || lpad(n::text, 7, '0'),
    ${ADDRESS}, ${hex(sql`n % 1000`, 40)}, ${ADDRESS}, ${hex(sql`n % 5000`, 40)}, token_type, token_category, 120000000 + 12 * n,
    CASE status WHEN 'PENDING' THEN 0 WHEN 'COMPLETED' THEN 120000000 + 12 * n ELSE n END,
    CASE WHEN is_payment THEN 'RECURRING' WHEN chance % 3 = 0 THEN 'STEP' ELSE 'LINEAR' END, 1700000000, 1900000000, true, 36, ${hex(N, 32)}, status,
    'bchtest:r00nas9q7yua7lp03jf6vhe703502kkztf2c6asptr8xalnz8zx06c7758va3', 'aa20' || ${hex(N, 64)} || '87', ${hex(N, 64)},
    commitment, funding, announced, 0, 1, reserve,
    CASE WHEN is_open THEN ${hex(N, 64)} END, CASE WHEN is_open THEN ${hex(N, 64)} END, CASE WHEN is_open THEN 1 END,
    CASE WHEN is_open THEN reserve + CASE token_type WHEN 'BCH' THEN 120000000 + 11 * n ELSE 0 END END, CASE WHEN is_open THEN commitment END,
    CASE WHEN is_open AND token_type <> 'BCH' THEN 120000000 + 11 * n END, CASE WHEN is_open AND token_type <> 'BCH' THEN 1000 END,
    CASE WHEN is_funded THEN ${hex(N, 64)} END, CASE WHEN is_funded THEN 1 END, CASE WHEN is_funded THEN made END,
    CASE WHEN status = 'CANCELLED' THEN made END, CASE WHEN is_payment THEN 'payment' ELSE 'stream' END,
    CASE WHEN is_payment OR chance % 3 = 0 THEN 2592000 END, CASE WHEN is_payment THEN 1700000000 END, CASE WHEN is_payment THEN 12 END,
    CASE WHEN is_payment THEN 10000000 + n END, is_payment, CASE WHEN is_payment THEN 'MONTHLY' END, CASE WHEN is_payment THEN 1700000000 END,
    CASE WHEN status = 'PAUSED' THEN true END, made, made
  FROM made_up`;

const campaigns = (rows: RawBuilder<unknown>) => sql`
  WITH made_up AS (
    SELECT * FROM (${rows}) AS drawn WHERE kind BETWEEN ${sql.lit(FIRST_AIRDROP)} AND ${sql.lit(99 - MIX.proposals)}),
  campaigns AS (
    INSERT INTO airdrop_campaigns (id, campaign_id, creator, creator_hash, title, token_type, token_category, total_amount, amount_per_claim,
      max_claims_per_address, start_date, require_kyc, cancelable, nonce, claim_token, status, lanes, sponsor_fees, claims, pool, contract_address,
      locking_bytecode, funding_tx_hash, state_category, activated_at, cancelled_at, created_at, updated_at)
    SELECT ${campaignIdAt(N)}, '#WEIR-DROP-' || lpad(n::text, 7, '0'), ${ADDRESS}, ${hex(sql`n % 1000`, 40)}, 'Campaign ' || n, token_type, token_category,
      10000000, 10000, 1, 1700000000, false, true, ${hex(N, 16)}, ${hex(N, 22)}, fate, 1 + chance % 4, false, 1000, 10000000,
      'bchtest:r00nas9q7yua7lp03jf6vhe703502kkztf2c6asptr8xalnz8zx06c7758va3', 'aa', CASE WHEN fate <> 'PENDING' THEN ${hex(N, 64)} END,
      CASE WHEN fate <> 'PENDING' THEN ${hex(N, 64)} END, CASE WHEN fate <> 'PENDING' THEN made END, CASE WHEN fate = 'CANCELLED' THEN made END, made, made
    FROM made_up RETURNING id, lanes, status)
  INSERT INTO airdrop_lanes (campaign_id, lane, claims_due, claims, claimed_amount)
  SELECT id, lane - 1, 250, CASE status WHEN 'COMPLETED' THEN 250 ELSE 40 END, CASE status WHEN 'COMPLETED' THEN 2500000 ELSE 400000 END
  FROM campaigns CROSS JOIN LATERAL generate_series(1, lanes) AS lane WHERE status <> 'PENDING'`;

/** Locks that claims of vested lists opened: a row each, which the explorer shows by its campaign. */
const claimedLocks = (rows: RawBuilder<unknown>) => sql`
  INSERT INTO streams (id, stream_id, sender, sender_hash, recipient, recipient_hash, token_type, token_category, total_amount, withdrawn_amount,
    stream_type, start_time, end_time, cancelable, cancel_notice_blocks, status, contract, campaign_id, contract_address, locking_bytecode,
    script_hash, initial_commitment, plan_index, plan_reserve, state_category, state_txid, state_vout, state_satoshis, state_commitment,
    state_token_amount, state_companion_satoshis, funding_tx_hash, funding_vout, activated_at, description, created_at, updated_at)
  SELECT ${streamIdAt(N)}, CASE token_type WHEN 'BCH' THEN '#WEIR-BCH-' ELSE '#WEIR-TOK-' END || lpad(n::text, 7, '0'), creator, creator_hash, ${ADDRESS},
    ${hex(sql`n % 5000`, 40)}, token_type, token_category, 120000000 + 12 * n, CASE WHEN is_open THEN n ELSE 120000000 + 12 * n END,
    'LINEAR', 1700000000, 1900000000, false, 0, CASE WHEN is_open THEN 'ACTIVE' ELSE 'COMPLETED' END, 'LOCK', campaign,
    'bchtest:r00nas9q7yua7lp03jf6vhe703502kkztf2c6asptr8xalnz8zx06c7758va3', 'aa20' || ${hex(N, 64)} || '87', ${hex(N, 64)}, '', 1, 0,
    CASE WHEN is_open THEN '' END, CASE WHEN is_open THEN ${hex(N, 64)} END, CASE WHEN is_open THEN 1 END,
    CASE WHEN is_open THEN CASE token_type WHEN 'BCH' THEN 120000000 + 11 * n ELSE 1500 END END, CASE WHEN is_open THEN '' END,
    CASE WHEN is_open AND token_type <> 'BCH' THEN 120000000 + 11 * n END, CASE WHEN is_open AND token_type <> 'BCH' THEN 0 END,
    ${hex(N, 64)}, 1, made, title, made, made
  FROM (
    SELECT n, made, fate <> 'COMPLETED' AS is_open, campaign.id AS campaign, creator, creator_hash, title, campaign.token_type, campaign.token_category
    FROM (${rows}) AS drawn JOIN airdrop_campaigns AS campaign
      ON campaign.id = ${campaignIdAt(sql`(n - 1) / ${sql.lit(CROWD)} * ${sql.lit(CROWD)} + ${sql.lit(FIRST_AIRDROP)} + n % 10`)}
    WHERE kind BETWEEN ${sql.lit(FIRST_LOCK)} AND ${sql.lit(FIRST_AIRDROP - 1)} AND campaign.status <> 'PENDING') AS claimed`;

const vaults = () => sql`
  INSERT INTO vaults (id, vault_id, name, total_deposit, is_public, contract_address, locking_bytecode, script_hash)
  SELECT ('00000000-0000-7000-8000-' || ${hex(N, 12)})::uuid, ${hex(N, 64)}, 'Treasury', 100000000, n % 10 = 0,
    'bchtest:r00nas9q7yua7lp03jf6vhe703502kkztf2c6asptr8xalnz8zx06c7758va3', 'aa', ${hex(N, 64)}
  FROM generate_series(0, ${sql.lit(VAULTS - 1)}) AS n`;

const proposals = (rows: RawBuilder<unknown>) => sql`
  INSERT INTO vault_proposals (id, proposal_id, vault_id, kind, proposer, proposer_hash, recipient, recipient_bytecode, token_type, token_category, amount,
    status, executed_tx_hash, executed_at, created_at, updated_at)
  SELECT gen_random_uuid(), '#WEIR-PROP-' || lpad(n::text, 7, '0'), ('00000000-0000-7000-8000-' || ${hex(sql`chance % ${sql.lit(VAULTS)}`, 12)})::uuid, 'spend',
    ${ADDRESS}, ${hex(sql`n % 1000`, 40)}, ${ADDRESS}, '76a9', token_type, token_category, 1000000 + n,
    CASE fate WHEN 'COMPLETED' THEN 'EXECUTED' WHEN 'CANCELLED' THEN 'REJECTED' WHEN 'PENDING' THEN 'PENDING' ELSE (ARRAY['APPROVED', 'STALE', 'PENDING'])[1 + chance % 3] END,
    CASE fate WHEN 'COMPLETED' THEN ${hex(N, 64)} END, CASE fate WHEN 'COMPLETED' THEN made END, made, made
  FROM (${rows}) AS drawn WHERE kind >= ${sql.lit(100 - MIX.proposals)}`;

/** Fills the database with records of all four products, interleaved in time, three per second; a tenth of the streams are locks. */
export const seedExplorer = async (db: Database, rows: number): Promise<void> => {
  await vaults().execute(db);
  for (let from = 0; from < rows; from += BATCH) {
    const to = Math.min(from + BATCH, rows);
    const drawn = rowsFrom(from + 1, to, rows);
    for (const insert of [insertStreams, campaigns, claimedLocks, proposals]) await insert(drawn).execute(db);
  }
  // Publishing a million events would be most of what the service does for minutes.
  await sql`TRUNCATE outbox`.execute(db);
  for (const table of [
    'streams',
    'plan_fundings',
    'airdrop_campaigns',
    'airdrop_lanes',
    'vault_proposals',
    'vaults',
    'explorer_counters',
    'explorer_tokens',
  ]) {
    await sql`VACUUM ANALYZE ${sql.ref(table)}`.execute(db);
  }
};
