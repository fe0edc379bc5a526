import type { Database } from '../create-database.js';
import { appendEvent } from '../events/events.repository.js';
import { NOW } from '../seconds.js';
import { releaseTransactionHashes } from '../transitions/transaction-uses.js';
import { rememberLostFunding } from '../watch/lost-fundings.js';
import { forgetRecipients } from './tree-parts.js';
import { findTree } from './trees.js';

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
