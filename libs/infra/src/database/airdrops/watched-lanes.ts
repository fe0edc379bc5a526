import { sql } from 'kysely';
import type { Database } from '../create-database.js';
import { NIL_ID } from '../nil-id.js';
import { toLaneRecord, type LaneRecord } from './lane-record.js';
import { lanesWithState } from './lane-scope.js';

/** Which batch of watched lanes is read. */
export interface WatchedLanesRequest {
  /** The last lane of the batch before. */
  readonly after?: Pick<LaneRecord, 'campaignId' | 'lane'> | undefined;
  readonly limit: number;
}

const FIRST = { campaignId: NIL_ID, lane: -1 };

/** Lists lanes that the chain can still change, in one order: the open ones, and those whose end can be rolled back. */
export async function listWatchedLanes(
  db: Database,
  { after = FIRST, limit }: WatchedLanesRequest,
): Promise<readonly LaneRecord[]> {
  const rows = await lanesWithState(db)
    // Word for word the condition of the partial index.
    .where(sql<boolean>`(NOT closed OR final_sequence < head)`)
    .where(
      sql<boolean>`(airdrop_lanes.campaign_id, airdrop_lanes.lane) > (${after.campaignId}::uuid, ${after.lane}::integer)`,
    )
    .orderBy('airdropLanes.campaignId')
    .orderBy('airdropLanes.lane')
    .limit(limit)
    .execute();
  return rows.map(toLaneRecord);
}

/** Lists lanes that can be closed with a closing unit that was handed over, in the same order. */
export async function listClosingLanes(
  db: Database,
  { after = FIRST, limit }: WatchedLanesRequest,
): Promise<readonly Pick<LaneRecord, 'campaignId' | 'lane'>[]> {
  const rows = await db
    .selectFrom('airdropCampaigns')
    .innerJoin('airdropLanes', 'airdropLanes.campaignId', 'airdropCampaigns.id')
    .select(['airdropCampaigns.id', 'airdropLanes.lane'])
    .where('airdropCampaigns.closingTxid', 'is not', null)
    .where('airdropCampaigns.status', '=', 'ACTIVE')
    .where('airdropLanes.closed', '=', false)
    .where(
      sql<boolean>`(airdrop_campaigns.id, airdrop_lanes.lane) > (${after.campaignId}::uuid, ${after.lane}::integer)`,
    )
    .orderBy('airdropCampaigns.id')
    .orderBy('airdropLanes.lane')
    .limit(limit)
    .execute();
  return rows.map(({ id, lane }) => ({ campaignId: id, lane }));
}

/** A funding that a campaign lost and may get again. */
export interface LostCampaignFunding {
  readonly campaignId: string;
  readonly txHash: string;
}

/** Reads fundings that campaigns lost and may get again, those lost last first, up to a limit. */
export async function lostCampaignFundings(db: Database, limit: number): Promise<readonly LostCampaignFunding[]> {
  const rows = await db
    .selectFrom('lostFundings')
    .select(['resourceId', 'txHash'])
    .where('resourceType', '=', 'airdrop')
    .orderBy('lostHeight', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ campaignId: row.resourceId, txHash: row.txHash }));
}
