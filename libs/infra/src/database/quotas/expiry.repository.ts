import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../create-database.js';
import { retryTransaction, transactionInTurn } from '../locks/transaction-in-turn.js';
import { NIL_ID } from '../sql/statements.js';

/** The kinds of records that are removed when they expire unfunded. */
export type ExpiringKind = 'streams' | 'plans' | 'airdrop_campaigns' | 'currency_payments' | 'vaults';

/** A list that another one replaced, or that was not the one funded. */
export interface SupersededList {
  readonly treeId: string;
  readonly campaignId: string;
}

/** Fundings that a record lost and may get again; those of a plan are its streams'. */
const lostFundings = (resource: string) =>
  sql`SELECT FROM lost_fundings WHERE resource_type = ${resource} AND resource_id = record.id`;
const LOST: Readonly<Record<ExpiringKind, RawBuilder<unknown>>> = {
  streams: lostFundings('stream'),
  plans: sql`
    SELECT FROM streams JOIN lost_fundings ON resource_type = 'stream' AND resource_id = streams.id
    WHERE streams.plan_id = record.id`,
  airdrop_campaigns: lostFundings('airdrop'),
  currency_payments: lostFundings('currency_payment'),
  vaults: lostFundings('vault'),
};

export const createExpiryRepository = (db: Database) => ({
  /**
   * Ids of records that were never funded and expired before a moment, the longest expired first. Records that lost a funding are
   * left out: it may come back.
   *
   * @param before Unix seconds
   */
  async expired(kind: ExpiringKind, before: number, limit: number, after = NIL_ID) {
    const { rows } = await sql<{ readonly id: string }>`
      SELECT id FROM ${sql.table(kind)} AS record
      WHERE expires_at < ${before} AND upper(status) = 'PENDING' AND id > ${after}::uuid
        AND NOT EXISTS (${LOST[kind]})
      ORDER BY id LIMIT ${limit}`.execute(db);
    return rows.map(({ id }) => id);
  },
  /** Removes a record with all that belongs to it, unless it was funded meanwhile. @returns whether it was */
  remove: (kind: ExpiringKind, id: string) =>
    retryTransaction(async () => {
      const { numAffectedRows = 0n } = await sql`
        DELETE FROM ${sql.table(kind)} WHERE id = ${id}::uuid AND upper(status) = 'PENDING'`.execute(db);
      return numAffectedRows > 0n;
    }),
  /**
   * Lists that are not their campaign's latest, nor the one it was funded with, and expired before a moment, by id.
   *
   * @param after id of the last list of the page before
   */
  async supersededLists(before: number, limit: number, after = NIL_ID) {
    const { rows } = await sql<SupersededList>`
      SELECT trees.id AS "treeId", trees.campaign_id AS "campaignId"
      FROM airdrop_trees AS trees JOIN airdrop_campaigns AS campaigns ON campaigns.id = trees.campaign_id
      WHERE trees.expires_at < ${before} AND trees.id > ${after}::uuid AND campaigns.tree_id IS DISTINCT FROM trees.id
        AND NOT EXISTS (SELECT FROM lost_fundings WHERE resource_type = 'airdrop' AND resource_id = campaigns.id)
      ORDER BY trees.id LIMIT ${limit}`.execute(db);
    return rows;
  },
  /** Removes a list unless it is its campaign's. @returns whether it was */
  removeList: ({ treeId, campaignId }: SupersededList) =>
    transactionInTurn(db, [campaignId], async (transaction) => {
      // Its campaign cannot be funded with it meanwhile.
      const campaign = await transaction
        .selectFrom('airdropCampaigns')
        .select('treeId')
        .where('id', '=', campaignId)
        .forUpdate()
        .noWait()
        .executeTakeFirst();
      if (campaign === undefined || campaign.treeId === treeId) return false;
      await transaction.deleteFrom('airdropTrees').where('id', '=', treeId).execute();
      return true;
    }),
});

/** Finds and removes expired records. Every method throws DatabaseUnavailableError when the database cannot be reached. */
export type ExpiryRepository = ReturnType<typeof createExpiryRepository>;
