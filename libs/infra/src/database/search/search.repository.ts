import { type RawBuilder, sql } from 'kysely';
import type { StreamContract } from '@weir/api-contract/words';
import type { EventProduct } from '@weir/kinds';
import type { Database } from '../create-database.js';

/** The ways in which a record can be searched. Hex in lower case, hashes of transactions in display order. */
export type SearchQuestion =
  /** uuid of a record. */
  | { readonly by: 'id'; readonly id: string }
  /** uuids of records. */
  | { readonly by: 'ids'; readonly ids: readonly string[] }
  /** `#WEIR-BCH-000001` */
  | { readonly by: 'displayId'; readonly displayId: string }
  /** A contract's address, as its locking bytecode and Electrum's hash of it. */
  | { readonly by: 'contract'; readonly lockingBytecode: string; readonly scriptHash: string }
  /** A transaction that funded it or moved it on; also a vault's own id, which has the same form. */
  | { readonly by: 'transaction'; readonly txid: string }
  /** A state of it, now or before. */
  | { readonly by: 'outpoint'; readonly txid: string; readonly vout: number };

/** The kind of a record that was found. */
export type FoundKind = EventProduct;

/** A record that was found, with what decides whether it may be shown. */
export interface FoundRecord {
  readonly kind: FoundKind;
  /** By which contract a stream is; null of other records. */
  readonly contract: StreamContract | null;
  /** uuid */
  readonly id: string;
  /** Of a vault its 32 bytes, hex. */
  readonly displayId: string;
  /** What its maker called it; of a payment else whom it pays. Null without. */
  readonly title: string | null;
  readonly status: string;
  /** Null where it has none, or not yet. */
  readonly contractAddress: string | null;
  /** Unix seconds. */
  readonly createdAt: number;
}

type Condition = RawBuilder<unknown>;

/** Which records of each kind match a question; those without a condition cannot. */
interface Conditions {
  readonly streams?: Condition;
  readonly currency?: Condition;
  readonly plans?: Condition;
  readonly campaigns?: Condition;
  readonly vaults?: Condition;
  readonly proposals?: Condition;
}

/** Unfunded lists can name anybody, so they are not searched: only their sender sees them, by routes of their own. */
const FUNDED = sql`status = 'ACTIVE'`;

/** Records by a step of theirs, or by the state that it left. */
const bySteps = ({ txid, ...question }: Extract<SearchQuestion, { readonly txid: string }>) => {
  const at = (column: string) => ('vout' in question ? sql`AND ${sql.ref(column)} = ${question.vout}` : sql``);
  const ofType = (types: Condition) =>
    sql`id IN (SELECT resource_id FROM transitions WHERE tx_hash = ${txid} AND resource_type IN (${types}) ${at('stateVout')})`;
  return {
    streams: ofType(sql`'stream', 'payment'`),
    currency: ofType(sql`'currency_payment'`),
    campaigns: sql`id IN (SELECT campaign_id FROM airdrop_steps WHERE tx_hash = ${txid} ${at('vout')})`,
    vaults: ofType(sql`'vault'`),
  };
};

const conditionsOf = (question: SearchQuestion): Conditions => {
  switch (question.by) {
    case 'id': {
      const is = sql`id = ${question.id}`;
      return { streams: is, currency: is, plans: sql`${FUNDED} AND ${is}`, campaigns: is, vaults: is, proposals: is };
    }
    case 'ids': {
      const are = sql`id = ANY(${question.ids}::uuid[])`;
      return {
        streams: are,
        currency: are,
        plans: sql`${FUNDED} AND ${are}`,
        campaigns: are,
        vaults: are,
        proposals: are,
      };
    }
    case 'displayId': {
      const is = (column: string) => sql`${sql.ref(column)} = ${question.displayId}`;
      const plans = sql`${FUNDED} AND ${is('planId')}`;
      return {
        streams: is('streamId'),
        currency: is('paymentId'),
        plans,
        campaigns: is('campaignId'),
        proposals: is('proposalId'),
      };
    }
    case 'contract': {
      const is = sql`script_hash = ${question.scriptHash}`;
      return { streams: is, currency: is, campaigns: sql`locking_bytecode = ${question.lockingBytecode}`, vaults: is };
    }
    case 'transaction': {
      const { txid } = question;
      const steps = bySteps(question);
      return {
        ...steps,
        plans: sql`${FUNDED} AND id IN (SELECT plan_id FROM plan_fundings WHERE funding_tx_hash = ${txid})`,
        vaults: sql`(vault_id = ${txid} OR ${steps.vaults})`,
        proposals: sql`executed_tx_hash = ${txid}`,
      };
    }
    case 'outpoint':
      return bySteps(question);
  }
};

/** Builds the repository, which searches all kinds with one statement, each by an index. */
export const createSearchRepository = (db: Database) => ({
  /**
   * Finds the records that match, the newest first.
   *
   * @param viewerHashes of the viewer: only members find private vaults and their proposals
   * @param limit Most of each kind, and of all.
   */
  async find(
    question: SearchQuestion,
    viewerHashes: readonly string[],
    limit: number,
  ): Promise<readonly FoundRecord[]> {
    const { streams, currency, plans, campaigns, vaults, proposals } = conditionsOf(question);
    const mine = sql`(SELECT vault_id FROM vault_members WHERE hash = ANY(${viewerHashes}::text[]))`;
    const found = [
      streams &&
        sql`SELECT product AS kind, CASE product WHEN 'stream' THEN contract END AS contract, id, stream_id AS display_id,
          coalesce(description, recipient_name) AS title, status, contract_address, created_at FROM streams
          WHERE ${streams} ORDER BY created_at DESC LIMIT ${limit}`,
      currency &&
        sql`SELECT 'currency' AS kind, NULL::text AS contract, id, payment_id AS display_id, recipient_name AS title, status, contract_address, created_at
          FROM currency_payments WHERE ${currency} LIMIT ${limit}`,
      plans &&
        sql`SELECT 'plan' AS kind, NULL::text AS contract, id, plan_id AS display_id, description AS title, status, NULL::text AS contract_address, created_at FROM plans
          WHERE ${plans} LIMIT ${limit}`,
      campaigns &&
        sql`SELECT 'airdrop' AS kind, NULL::text AS contract, id, campaign_id AS display_id, title, status, contract_address, created_at FROM airdrop_campaigns
          WHERE ${campaigns} LIMIT ${limit}`,
      vaults &&
        sql`SELECT 'vault' AS kind, NULL::text AS contract, id, vault_id AS display_id, name AS title, status, contract_address, created_at FROM vaults
          WHERE ${vaults} AND (is_public OR id IN ${mine}) LIMIT ${limit}`,
      proposals &&
        sql`SELECT 'proposal' AS kind, NULL::text AS contract, id, proposal_id AS display_id, reason AS title, status, NULL::text AS contract_address, created_at
          FROM vault_proposals WHERE ${proposals} AND (is_public OR vault_id IN ${mine}) LIMIT ${limit}`,
    ].flatMap((each) => (each === undefined ? [] : [sql`(${each})`]));
    const { rows } = await sql<FoundRecord>`
      SELECT * FROM (${sql.join(found, sql` UNION ALL `)}) AS found ORDER BY created_at DESC, id LIMIT ${limit}`.execute(
      db,
    );
    return rows;
  },
});

/** Finds records. Throws DatabaseUnavailableError when the database cannot be reached. */
export type SearchRepository = ReturnType<typeof createSearchRepository>;
