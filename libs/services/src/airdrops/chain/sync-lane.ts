import type { CampaignRecord, LaneRecord } from '@weir/infra';
import { onChain } from '../../shared/chain-errors.js';
import type { AirdropContext } from '../airdrop-context.js';
import type { LoadedContract } from '../campaign-contracts.js';
import { toAirdropCoin } from './lane-coin.js';
import { pathFrom } from './lane-path.js';
import { readLane, recordLane } from './record-lane.js';
import { isKnown, rollBack, type MayRollBack } from './roll-back.js';

/** For requests: they get the lane as the chain has it now, even if a lost step may come back later. */
const ALWAYS: MayRollBack = () => true;

/** Whether a lane has ended for good. */
export const hasEnded = ({ closed, finalSequence, head }: LaneRecord): boolean => closed && finalSequence === head;

const current = async (lane: LaneRecord, { airdrops }: AirdropContext): Promise<LaneRecord> =>
  (await airdrops.laneOf(lane.campaignId, lane.lane)) ?? lane;

/** One look at the chain. */
const look = async (
  campaign: CampaignRecord,
  loaded: LoadedContract,
  lane: LaneRecord,
  mayRollBack: MayRollBack,
  context: AirdropContext,
): Promise<LaneRecord> => {
  const { state } = lane;
  const category = campaign.funding?.category;
  const { chain } = context;
  if (category === undefined || hasEnded(lane) || (state !== null && (await chain.isUnspent(state.txid, state.vout))))
    return lane;
  // The index may lag behind what was just sent; the node itself knows it at once.
  if (!(await isKnown(chain, lane.headTxHash))) return rollBack(campaign, loaded, lane, mayRollBack, context);
  if (state === null) return lane;
  const from = toAirdropCoin(state, category);
  const transitions = readLane(loaded, from, await pathFrom(loaded, state, from, chain)) ?? [];
  if (transitions.length === 0) return lane;
  return (await recordLane(campaign, lane, transitions, { confirmed: false }, context)) ?? current(lane, context);
};

/**
 * Brings a lane up to the chain: records claims made by others, mempool included, and rolls back steps that are gone,
 * also the end of a lane while it is not final.
 *
 * @returns the lane as it stands afterwards
 * @throws ServiceError CHAIN_UNAVAILABLE
 */
export const syncLane = (
  campaign: CampaignRecord,
  loaded: LoadedContract,
  lane: LaneRecord,
  context: AirdropContext,
  mayRollBack: MayRollBack = ALWAYS,
): Promise<LaneRecord> =>
  onChain(async () => {
    const seen = await look(campaign, loaded, lane, mayRollBack, context);
    // After steps were rolled back there may be others in their place.
    return seen.head < lane.head ? look(campaign, loaded, seen, mayRollBack, context) : seen;
  });
