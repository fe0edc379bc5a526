import type { LaneRecord } from '@weir/infra';
import type { AirdropContext } from '../airdrop-context.js';
import type { BuiltCampaign } from '../load-campaign.js';
import { readLane, recordLane, toAirdropCoin } from './record-lane.js';
import { isKnown, type MayRollBack, pathFrom, rollBack } from './roll-back.js';

/** How a lane is brought up to the chain. */
export interface SyncOptions {
  /** Which lost steps are rolled back. */
  readonly mayRollBack: MayRollBack;
  /** Whether a lane is caught up with however far behind it is. */
  readonly isPatient: boolean;
}

/** For requests: they get the lane as the chain has it now, even if a lost step may come back later, and wait for no long read. */
const AT_ONCE: SyncOptions = { mayRollBack: () => true, isPatient: false };

export const hasEnded = ({ closed, finalSequence, head }: LaneRecord): boolean => closed && finalSequence === head;

const current = async ({ airdrops }: AirdropContext, lane: LaneRecord): Promise<LaneRecord> =>
  (await airdrops.laneOf(lane.campaignId, lane.lane)) ?? lane;

/** One look at the chain. */
const look = async (
  context: AirdropContext,
  built: BuiltCampaign,
  lane: LaneRecord,
  { mayRollBack, isPatient }: SyncOptions,
): Promise<LaneRecord> => {
  const { campaign, loaded } = built;
  const { state } = lane;
  const category = campaign.funding?.category;
  const { chain } = context;
  if (category === undefined || hasEnded(lane) || (state !== null && (await chain.isUnspent(state.txid, state.vout))))
    return lane;
  // The index may lag behind what was just sent; the node itself knows it at once.
  if (!(await isKnown(chain, lane.headTxHash))) return rollBack(context, built, lane, mayRollBack);
  if (state === null) return lane;
  const from = toAirdropCoin(state, category);
  const transitions = readLane(loaded, from, await pathFrom(loaded, state, from, context, isPatient)) ?? [];
  if (transitions.length === 0) return lane;
  return (await recordLane(context, campaign, lane, transitions, { confirmed: false })) ?? current(context, lane);
};

/**
 * Brings a lane up to the chain: records claims made by others, mempool included, and rolls back steps that are gone,
 * also the end of a lane while it is not final.
 *
 * @returns the lane as it stands afterwards
 * @throws ServiceError CHAIN_UNAVAILABLE
 */
export const syncLane = async (
  context: AirdropContext,
  built: BuiltCampaign,
  lane: LaneRecord,
  options: SyncOptions = AT_ONCE,
): Promise<LaneRecord> => {
  let [before, seen] = [lane, await look(context, built, lane, options)];
  // After steps were rolled back there may be others in their place, and after so many steps there may be more.
  while (seen.head < before.head || seen.head >= before.head + context.catchUp.steps) {
    before = seen;
    seen = await look(context, built, before, options);
  }
  return seen;
};
