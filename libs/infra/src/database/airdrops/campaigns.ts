import { sql } from 'kysely';
import type { Database } from '../create-database.js';
import { appendEvent } from '../events/resource-events.js';
import { type IdempotentResponse, keepAnswer } from '../idempotency/idempotency.repository.js';
import type { Admission } from '../quotas/admission.js';
import { RowNotFoundError } from '../sql/database-errors.js';
import { newId, notBefore, NOW } from '../sql/statements.js';
import { releaseTransactionHashes, useTransactionHash } from '../transitions/transitions.repository.js';
import { forgetLostFunding, rememberLostFunding } from '../watch/watch.repository.js';
import {
  type CampaignContract,
  type CampaignRecord,
  derivedColumns,
  type NewLaneStep,
  toCampaignRecord,
  toNewStepRow,
  type TreeRecord,
} from './airdrop-records.js';
import { findTree, forgetRecipients, indexRecipients, type NewTree, saveTree, treesOf, useTree } from './trees.js';

export interface FundedLane {
  readonly lane: number;
  readonly claimsDue: number;
  readonly step: NewLaneStep;
}

/** A campaign's funding, verified on the chain, with the lanes that it made. */
interface CampaignFundingRecord {
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
    .values(lanes.map(({ lane, claimsDue }) => ({ campaignId, lane, claimsDue })))
    .execute();
  const steps = lanes.map(({ lane, step }) => ({
    ...toNewStepRow(step),
    id: newId(),
    campaignId,
    lane,
    sequence: 0,
  }));
  await db.insertInto('airdropSteps').values(steps).execute();
};

/** Makes the scope of a locked campaign. @param db the transaction that holds the lock on `locked` */
export const createCampaignScope = (db: Database, locked: CampaignRecord) => {
  const { id } = locked;
  return {
    campaign: locked,
    /** Roots of all trees that are kept of the campaign, hex. */
    treeRoots: async () => (await treesOf(db, id)).map(({ root }) => root),
    /** Keeps a list's tree and makes it the campaign's latest. @returns the campaign with it. @throws QuotaExceededError */
    async saveTree(tree: NewTree, admission?: Admission, kept?: IdempotentResponse<CampaignRecord>) {
      await saveTree(db, tree, admission);
      const saved = await selectCampaign(db, id);
      if (saved === undefined) throw new RowNotFoundError('airdropCampaigns', id);
      return keepAnswer(db, saved, kept);
    },
    /**
     * Makes it ACTIVE, with its lanes, and indexes the recipients of its list.
     *
     * @throws RowNotFoundError where the list is not kept any more
     */
    async activate({ txHash, category, byCreator, now, lanes, tree }: CampaignFundingRecord) {
      if (tree !== null) {
        if ((await findTree(db, tree.record.id)) === undefined)
          throw new RowNotFoundError('airdropTrees', tree.record.id);
        await useTree(db, tree.record, tree.contract);
        await indexRecipients(db, tree.record);
      }
      // Before the row: what is published of it shows how settled its funding is.
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
    /** Stores lanes again that its funding made and that are not there as a whole, as they were after the funding. */
    async restoreLanes(lanes: readonly FundedLane[]) {
      const numbers = lanes.map(({ lane }) => lane);
      await db.deleteFrom('airdropLanes').where('campaignId', '=', id).where('lane', 'in', numbers).execute();
      await insertLanes(db, id, lanes);
    },
    useTransactionHash: (txHash: string) => useTransactionHash(db, txHash, { type: 'airdrop', id }),
  };
};

/** A campaign locked until the end of the transaction; its lanes have locks of their own. */
export type CampaignScope = ReturnType<typeof createCampaignScope>;

/** A funding that the chain has dropped. */
export interface LostFunding {
  readonly txHash: string;
  /** Of the tip. */
  readonly height: number;
}

/**
 * Makes a funded campaign PENDING again, and stores its funding as lost. Only while no lane has a step after it: those
 * are rolled back first, each with its reason.
 *
 * @param db a transaction
 * @returns whether it was done
 */
export async function loseFunding(db: Database, campaignId: string, { txHash, height }: LostFunding): Promise<boolean> {
  // Lanes before the campaign, as everything else that locks both.
  const lanes = await db
    .selectFrom('airdropLanes')
    .select('head')
    .where('campaignId', '=', campaignId)
    .orderBy('lane')
    .forUpdate()
    .noWait()
    .execute();
  const campaign = await db
    .selectFrom('airdropCampaigns')
    .select(['fundingTxHash', 'treeId', 'pool'])
    .where('id', '=', campaignId)
    .forUpdate()
    .noWait()
    .executeTakeFirst();
  if (campaign?.fundingTxHash !== txHash || lanes.some(({ head }) => head > 0)) return false;
  const tree = campaign.treeId === null ? undefined : await findTree(db, campaign.treeId);
  if (tree !== undefined) await forgetRecipients(db, tree);
  await db.deleteFrom('airdropLanes').where('campaignId', '=', campaignId).execute();
  await db
    .updateTable('airdropCampaigns')
    .set({
      status: 'PENDING',
      fundingTxHash: null,
      stateCategory: null,
      activatedAt: null,
      fundedByCreator: null,
      cancelledAt: null,
      updatedAt: NOW,
    })
    .where('id', '=', campaignId)
    .execute();
  const resource = { type: 'airdrop', id: campaignId } as const;
  await releaseTransactionHashes(db, [txHash], resource);
  await rememberLostFunding(db, resource, txHash, height);
  const because = { reason: 'vanished', replacedBy: null } as const;
  await appendEvent(db, resource, {
    kind: 'rolled_back',
    transition: 'fund',
    txHash,
    amount: campaign.pool ?? 0n,
    source: 'chain',
    because,
  });
  return true;
}
