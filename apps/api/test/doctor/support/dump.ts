import { sql } from 'kysely';
import type { Database } from '@weir/infra';

/**
 * What records say, by table: without times that a repair may take from another clock, a second apart, and without rows of counters
 * that are zero.
 */
const TABLES: Readonly<Record<string, string>> = {
  streams: `SELECT to_jsonb(row) - 'updated_at' AS row FROM streams AS row`,
  transitions: `SELECT to_jsonb(row) AS row FROM transitions AS row`,
  stream_claims: `SELECT to_jsonb(row) - 'id' - 'source' - 'claimed_at' AS row FROM stream_claims AS row`,
  plans: `SELECT to_jsonb(row) - 'updated_at' AS row FROM plans AS row`,
  plan_fundings: `SELECT to_jsonb(row) - 'updated_at' AS row FROM plan_fundings AS row`,
  vaults: `SELECT to_jsonb(row) - 'updated_at' || jsonb_build_object('activated_at', row.activated_at IS NOT NULL) AS row FROM vaults AS row`,
  vault_deposits: `SELECT to_jsonb(row) - 'created_at' AS row FROM vault_deposits AS row`,
  vault_proposals: `SELECT to_jsonb(row) - 'updated_at' - 'executed_at' AS row FROM vault_proposals AS row`,
  purses: `SELECT to_jsonb(row) - 'id' - 'created_at' - 'updated_at' AS row FROM purses AS row`,
  currency_payments: `SELECT to_jsonb(row) - 'updated_at' AS row FROM currency_payments AS row`,
  currency_prices: `SELECT to_jsonb(row) AS row FROM currency_prices AS row`,
  purse_payments: `SELECT to_jsonb(row) - 'purse_id' - 'created_at' AS row FROM purse_payments AS row`,
  airdrop_campaigns: `SELECT to_jsonb(row) - 'updated_at' AS row FROM airdrop_campaigns AS row`,
  airdrop_lanes: `SELECT to_jsonb(row) AS row FROM airdrop_lanes AS row`,
  airdrop_steps: `SELECT to_jsonb(row) - 'id' - 'created_at' - 'source' - 'mined' AS row FROM airdrop_steps AS row`,
  airdrop_recipients: `SELECT to_jsonb(row) AS row FROM airdrop_recipients AS row`,
  mail_subscriptions: `SELECT to_jsonb(row) - 'after_event' - 'next_mail_at' - 'looks_asked' AS row FROM mail_subscriptions AS row`,
  mail_messages: `SELECT to_jsonb(row) - 'id' - 'created_at' - 'next_attempt_at' AS row FROM mail_messages AS row`,
  mail_notices: `SELECT to_jsonb(row) AS row FROM mail_notices AS row`,
  stream_counters: `SELECT to_jsonb(row) AS row FROM stream_counters AS row WHERE pending + active + paused + completed + cancelled <> 0`,
  airdrop_counters: `SELECT to_jsonb(row) AS row FROM airdrop_counters AS row WHERE campaigns <> 0`,
  explorer_counters: `SELECT to_jsonb(row) AS row FROM explorer_counters AS row WHERE pending + active + completed + cancelled <> 0`,
};

/** Reads the tables of records. @param without names of those that are left out */
export const dump = async (database: Database, without: readonly string[] = []) => {
  const tables: Record<string, readonly unknown[]> = {};
  for (const [name, select] of Object.entries(TABLES)) {
    if (without.includes(name)) continue;
    const { rows } = await sql<{
      row: unknown;
    }>`SELECT row FROM (${sql.raw(select)}) AS dumped ORDER BY row::text`.execute(database);
    tables[name] = rows.map(({ row }) => row);
  }
  return tables;
};
