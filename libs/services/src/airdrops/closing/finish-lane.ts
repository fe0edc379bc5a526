import { buildAirdropCompletion, isLaneComplete } from '@weir/covenants';
import type { CampaignRecord, LaneRecord } from '@weir/infra';
import { ServiceError } from '../../shared/service-error.js';
import type { AirdropContext } from '../airdrop-context.js';
import type { LoadedContract } from '../campaign-contracts.js';
import { toAirdropCoin } from '../chain/lane-coin.js';
import { readLane, recordLane } from '../chain/record-lane.js';
import { sendOnLane, sentTransaction } from '../claims/send-claim.js';

/**
 * Ends a lane that has paid everything: its remainder returns to the creator without a signature. No request depends on
 * it: where the chain cannot be reached, or nodes ask for more than the lane may give, the next check of the campaign
 * tries again.
 */
export const finishLane = async (
  context: AirdropContext,
  campaign: CampaignRecord,
  loaded: LoadedContract,
  lane: LaneRecord,
): Promise<LaneRecord> => {
  const coin = lane.state && campaign.funding && toAirdropCoin(lane.state, campaign.funding.category);
  if (coin === null || !isLaneComplete(loaded.contract, coin)) return lane;
  const built = buildAirdropCompletion(loaded.contract, coin, { feeRate: await context.chain.feeRate() });
  if (built === undefined) return lane;
  const { hex, txid } = built;
  try {
    if ((await sendOnLane(context.chain, hex)) === undefined) return lane;
  } catch (error) {
    if (error instanceof ServiceError) return lane;
    throw error;
  }
  const steps = readLane(loaded, coin, [sentTransaction(txid, hex)]);
  return (steps && (await recordLane(context, campaign, lane, steps, { confirmed: false }))) ?? lane;
};
