import { type AirdropCoin, buildAirdropCompletion, isLaneComplete, type KeylessTransaction } from '@weir/covenants';
import { BroadcastRejectedError, type CampaignRecord, type ChainReader, type LaneRecord } from '@weir/infra';
import { refusalOf } from '../../shared/chain-errors.js';
import { stepsAlong } from '../../shared/follow/lineage.js';
import type { AirdropContext } from '../campaign/airdrop-context.js';
import type { BuiltCampaign } from '../campaign/load-campaign.js';
import { recordLane } from './lane-record.js';
import { laneLineage, sentTransaction, toAirdropCoin } from './lane-steps.js';

/**
 * Broadcasts a transaction that spends a lane.
 *
 * @returns its hash; undefined when another transaction spends the lane already
 * @throws ServiceError BROADCAST_REJECTED, CHAIN_UNAVAILABLE
 */
export const sendOnLane = async (chain: ChainReader, hex: string): Promise<string | undefined> => {
  try {
    return await chain.broadcast(hex);
  } catch (error) {
    if (error instanceof BroadcastRejectedError && error.areInputsGone) return undefined;
    throw error;
  }
};

/** A lane that is not closed, and its coin. */
export interface OpenLane {
  readonly record: LaneRecord;
  readonly coin: AirdropCoin;
}

/** Returns a lane with the coin that ends it; undefined where it is closed. */
export const openAs = ({ funding }: CampaignRecord, record: LaneRecord): OpenLane | undefined =>
  record.state !== null && funding !== null
    ? { record, coin: toAirdropCoin(record.state, funding.category) }
    : undefined;

/**
 * Sends what ends a lane, and records it.
 *
 * @returns the lane afterwards; undefined when another transaction spends it already
 * @throws ServiceError BROADCAST_REJECTED, CHAIN_UNAVAILABLE
 */
export const sendEnd = async (
  context: AirdropContext,
  built: BuiltCampaign,
  { record, coin }: OpenLane,
  { hex, txid }: KeylessTransaction,
): Promise<LaneRecord | undefined> => {
  if ((await sendOnLane(context.chain, hex)) === undefined) return undefined;
  const steps = stepsAlong(laneLineage(built.loaded.contract), coin, [sentTransaction(txid, hex)]) ?? [];
  return (await recordLane(context, built, record, steps)) ?? record;
};

/**
 * Ends a lane that has paid everything: its remainder returns to the creator without a signature. No request depends on
 * it: where the chain cannot be reached, or nodes ask for more than the lane may give, the next check of the campaign
 * tries again.
 */
export const finishLane = async (context: AirdropContext, built: BuiltCampaign, lane: LaneRecord) => {
  const { contract } = built.loaded;
  const open = openAs(built.campaign, lane);
  if (open === undefined || !isLaneComplete(contract, open.coin)) return lane;
  const end = buildAirdropCompletion(contract, open.coin, { feeRate: await context.chain.feeRate() });
  try {
    return (end && (await sendEnd(context, built, open, end))) ?? lane;
  } catch (error) {
    if (refusalOf(error) === undefined) throw error;
    return lane;
  }
};
