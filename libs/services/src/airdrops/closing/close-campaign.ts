import { buildAirdropCloseByMessage, readCloseApproval, type CloseApproval } from '@weir/covenants';
import type { CampaignRecord, LaneRecord } from '@weir/infra';
import { feeRateTooHigh } from '../../shared/fee-rate.js';
import { ServiceError } from '../../shared/service-error.js';
import type { AirdropContext } from '../airdrop-context.js';
import type { LoadedContract } from '../campaign-contracts.js';
import { toCampaignView } from '../campaign-view.js';
import { laneKey, readLane, recordLane } from '../chain/record-lane.js';
import { sendOnLane, sentTransaction, stateMoved } from '../claims/send-claim.js';
import { assertOfKey, contractOf, loadCampaign } from '../load-campaign.js';
import { assertActive, closableAt, openLane } from './open-lanes.js';

/** How often the close of a lane is built anew when a claim comes first. */
const ATTEMPTS = 8;

interface Close {
  readonly campaign: CampaignRecord;
  readonly loaded: LoadedContract;
  readonly approval: CloseApproval;
  readonly asOf: bigint;
}

/** Closes one lane, whatever is claimed meanwhile. @returns the hash of the close; undefined when the lane was closed already */
const closeLane = async (
  context: AirdropContext,
  { campaign, loaded, approval, asOf }: Close,
  lane: LaneRecord,
): Promise<string | undefined> => {
  let current = lane;
  for (let tries = 0; tries < ATTEMPTS; tries += 1) {
    const open = await openLane(context, campaign, loaded, current);
    if (open === undefined) return undefined;
    const feeRate = await context.chain.feeRate();
    const built = buildAirdropCloseByMessage(loaded.contract, open.coin, approval, asOf, { feeRate });
    if (built === undefined)
      throw feeRateTooHigh(
        'close',
        feeRate,
        'the creator signs the closes that cancel answers, whose fees their coins pay, or it waits for a lower rate',
      );
    const { hex, txid } = built;
    if ((await sendOnLane(context.chain, hex)) !== undefined) {
      const steps = readLane(loaded, open.coin, [sentTransaction(txid, hex)]) ?? [];
      await recordLane(context, campaign, open.record, steps, { confirmed: false });
      return txid;
    }
    current = (await context.airdrops.laneOf(campaign.id, lane.lane)) ?? current;
  }
  throw stateMoved();
};

/**
 * Closes all lanes as they stand by the creator's signed message.
 *
 * @throws ServiceError FORBIDDEN, WRONG_STATE, NOT_CANCELABLE, STATE_MOVED
 */
export const closeCampaign = async (context: AirdropContext, id: string, signature: string) => {
  const campaign = await loadCampaign(context, id);
  assertOfKey(campaign, { words: 'close', kind: 'cancel' });
  const loaded = await contractOf(context, campaign);
  const approval = readCloseApproval(loaded.contract, signature);
  if (approval === undefined) {
    throw new ServiceError('FORBIDDEN', "The signature is not the creator's of the message that cancel answers", {
      field: 'signature',
      creator: campaign.creator,
    });
  }
  assertActive(campaign);
  const asOf = await closableAt(context, loaded, campaign);
  const txHashes: string[] = [];
  for (const lane of await context.airdrops.lanesOf(id)) {
    if (lane.closed) continue;
    await context.turns.take(laneKey(id, lane.lane), campaign.creatorHash);
    const txid = await closeLane(context, { campaign, loaded, approval, asOf }, lane);
    if (txid !== undefined) txHashes.push(txid);
  }
  const [after, lanes] = [await loadCampaign(context, id), await context.airdrops.lanesOf(id)];
  const open = lanes.filter(({ closed }) => !closed).length;
  return {
    message: 'The lanes are closed; what was left is back with the creator',
    txHashes,
    openLanes: open,
    status: after.status,
    campaign: toCampaignView(after),
  };
};
