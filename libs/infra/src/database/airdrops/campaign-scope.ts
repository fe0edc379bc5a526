import { sql } from 'kysely';
import type { Database } from '../create-database.js';
import { RowNotFoundError } from '../database-errors.js';
import { keepAnswer, type IdempotentResponse } from '../idempotency/idempotent-response.js';
import { newId } from '../new-id.js';
import type { Admission } from '../quotas/admission.js';
import { notBefore, NOW } from '../seconds.js';
import { useTransactionHash } from '../transitions/transaction-uses.js';
import { forgetLostFunding } from '../watch/lost-fundings.js';
import {
  derivedColumns,
  toCampaignRecord,
  type CampaignContract,
  type CampaignRecord,
  type TreeRecord,
} from './campaign-record.js';
import { toNewStepRow, type NewLaneStep } from './lane-record.js';
import { indexRecipients } from './tree-parts.js';
import { findTree, saveTree, treesOf, useTree, type NewTree } from './trees.js';

/** A lane as its funding created it. */
export interface FundedLane {
  readonly lane: number;
  readonly claimsDue: number;
  readonly step: NewLaneStep;
}

/** A campaign's funding, verified on the chain, with the lanes that it made. */
export interface CampaignFundingRecord {
  readonly txHash: string;
  /** Of the lanes' states, display order. */
  readonly category: string;
  /** Whether it spent a coin of the named creator's address; null where that is not known. */
  readonly byCreator: boolean | null;
  /** Unix seconds. */
  readonly now: number;
  readonly lanes: readonly FundedLane[];
  /** The list that its lanes pay; null for a campaign open to everybody. */
  readonly tree: { readonly record: TreeRecord; readonly contract: CampaignContract } | null;
}

/** A campaign locked until the end of the transaction; its lanes have locks of their own. */
export interface CampaignScope {
  readonly campaign: CampaignRecord;
  /** Roots of all trees that are kept of the campaign, hex. */
  treeRoots(): Promise<readonly string[]>;
  /** Keeps a list's tree and makes it the campaign's latest. @returns the campaign with it. @throws QuotaExceededError */
  saveTree(tree: NewTree, admission?: Admission, kept?: IdempotentResponse<CampaignRecord>): Promise<CampaignRecord>;
  /**
   * Makes it ACTIVE, with its lanes, and indexes the recipients of its list.
   *
   * @throws RowNotFoundError where the list is not kept any more
   */
  activate(funding: CampaignFundingRecord): Promise<CampaignRecord>;
  /** @throws TransactionHashInUseError */
  useTransactionHash(txHash: string): Promise<boolean>;
}

/**
 * Reads a campaign with what its lanes have paid, and locks its row where asked to; undefined where there is none. @param id uuid
 */
export async function selectCampaign(db: Database, id: string, lock = false): Promise<CampaignRecord | undefined> {
  let query = db.selectFrom('airdropCampaigns').selectAll().select(derivedColumns).where('id', '=', id);
  if (lock) query = query.forUpdate().noWait();
  const row = await query.executeTakeFirst();
  return row && toCampaignRecord(row);
}

const insertLanes = async (db: Database, campaignId: string, lanes: readonly FundedLane[]): Promise<void> => {
  await db
    .insertInto('airdropLanes')
    .values(lanes.map(({ lane, claimsDue }) => ({ campaignId: campaignId, lane, claimsDue: claimsDue })))
    .execute();
  const steps = lanes.map(({ lane, step }) => ({
    ...toNewStepRow(step),
    id: newId(),
    campaignId: campaignId,
    lane,
    sequence: 0,
  }));
  await db.insertInto('airdropSteps').values(steps).execute();
};

/** Makes the scope of a locked campaign. @param db the transaction that holds the lock on `locked` */
export const createCampaignScope = (db: Database, locked: CampaignRecord): CampaignScope => {
  const { id } = locked;
  return {
    campaign: locked,
    treeRoots: async () => (await treesOf(db, id)).map(({ root }) => root),
    async saveTree(tree, admission, kept) {
      await saveTree(db, tree, admission);
      const saved = await selectCampaign(db, id);
      if (saved === undefined) throw new RowNotFoundError('airdropCampaigns', id);
      return keepAnswer(db, saved, kept);
    },
    async activate({ txHash, category, byCreator, now, lanes, tree }) {
      if (tree !== null) {
        if ((await findTree(db, tree.record.id)) === undefined)
          throw new RowNotFoundError('airdropTrees', tree.record.id);
        await useTree(db, tree.record, tree.contract);
        await indexRecipients(db, tree.record);
      }
      // Before the row: what is published of it tells how settled its funding is.
      await insertLanes(db, id, lanes);
      await db
        .updateTable('airdropCampaigns')
        .set({
          status: 'ACTIVE',
          fundingTxHash: txHash,
          stateCategory: category,
          fundedByCreator: byCreator,
          activatedAt: notBefore(now, sql.ref('createdAt')),
          updatedAt: NOW,
        })
        .where('id', '=', id)
        .execute();
      await forgetLostFunding(db, { type: 'airdrop', id }, txHash);
      return (await selectCampaign(db, id)) ?? locked;
    },
    useTransactionHash: (txHash) => useTransactionHash(db, txHash, { type: 'airdrop', id }),
  };
};
