import type { CampaignRecord, LaneRecord } from '@weir/infra';
import { refusalOf } from '../../shared/chain-errors.js';
import { MissingTransactions, type Patience } from '../../shared/watch/missing-transactions.js';
import type { WatcherLog } from '../../shared/watch/worker.js';
import type { AirdropContext } from '../campaign/airdrop-context.js';
import { contractOf } from '../campaign/load-campaign.js';
import { finishLane } from '../chain/end-lane.js';
import { isKnown, type LostStep, followLane } from '../chain/follow-lane.js';
import { laneKey } from '../chain/lane-steps.js';
import { closeLaneByUnit } from '../closing/close-by-unit.js';

/** The result of a lane's job: done, or why the lane has to be checked again. */
export type LaneOutcome = { readonly isDone: true } | { readonly isDone: false; readonly why: string };

/** The dependencies of a lane's job. */
export interface LaneJobOptions {
  readonly context: AirdropContext;
  readonly log: WatcherLog;
  readonly patience: Patience;
}

const DONE: LaneOutcome = { isDone: true };
const later = (why: string): LaneOutcome => ({ isDone: false, why });

/**
 * Makes the job that brings one lane's record up to the chain: it records what others did, ends a lane that has paid
 * everything, and rolls back steps that the chain has dropped. A step counts as gone at once where another transaction
 * spends the same state, and otherwise only after all servers have denied it several times in a row, some time apart.
 * Never throws.
 */
export const createLaneJob = ({
  context,
  log,
  patience,
}: LaneJobOptions): ((campaignId: string, lane: number) => Promise<LaneOutcome>) => {
  const { airdrops, chain } = context;
  const missing = new MissingTransactions(patience);

  /** Judges the funding of a campaign none of whose lanes has moved, where no server knows the funding. */
  const judgeFunding = async ({ id }: CampaignRecord, txHash: string): Promise<LaneOutcome> => {
    if (await isKnown(chain, txHash)) {
      missing.clear(id);
      return DONE;
    }
    if (!missing.recordDenial(id, txHash)) return later('All servers deny the funding; asking again');
    const { height } = await chain.tip();
    if (!(await airdrops.loseFunding(id, { txHash, height })))
      return later('The funding is gone; lanes are still to be rolled back');
    missing.clear(id);
    log.warn({ id, txHash }, 'The funding of a campaign is gone; the campaign is PENDING again');
    return DONE;
  };

  const settle = async (campaign: CampaignRecord, funding: string, lane: LaneRecord): Promise<LaneOutcome> => {
    const key = laneKey(campaign.id, lane.lane);
    const denied: string[] = [];
    const mayRollBack = ({ step, replacedBy }: LostStep): boolean => {
      const isGone = replacedBy !== null || missing.recordDenial(key, step.txHash);
      if (!isGone) denied.push(step.txHash);
      return isGone;
    };
    const built = { campaign, loaded: await contractOf(context, campaign) };
    const synced = await followLane(context, built, lane, { mayRollBack, isPatient: true });
    if (denied.length > 0) return later('All servers deny a step; asking again');
    missing.clear(key);
    if (synced.head < lane.head)
      log.info({ id: campaign.id, lane: lane.lane, head: synced.head }, 'Steps of a lane were rolled back');
    const finished = await finishLane(context, built, synced);
    const mayClose = campaign.closing !== null && finished.state !== null;
    const { state, head } = mayClose ? await closeLaneByUnit(context, built, finished) : finished;
    if (state === null || (await chain.isUnspent(state.txid, state.vout))) return DONE;
    if (head === 0) return judgeFunding(campaign, funding);
    return later('The index does not show the latest step yet');
  };

  return async (campaignId, number) => {
    try {
      const [campaign, lane] = [await airdrops.findById(campaignId), await airdrops.laneOf(campaignId, number)];
      if (campaign === undefined || campaign.funding === null || lane === undefined) return DONE;
      return await settle(campaign, campaign.funding.txHash, lane);
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal?.code === 'CHAIN_UNAVAILABLE') return later(refusal.message);
      log.warn({ err: error, id: campaignId, lane: number }, 'Watching a lane failed; retrying');
      return later('Watching it failed');
    }
  };
};
