import { buildKeylessWhitelistClaim, type KeylessTransaction } from '@weir/covenants';
import type { LaneRecord } from '@weir/infra';
import { feeRateTooHigh } from '../../shared/covenant-refusals.js';
import { ServiceError } from '../../shared/service-error.js';
import type { AirdropContext } from '../airdrop-context.js';
import { toCampaignView, toClaimView } from '../campaign-view.js';
import { laneKey, readLane, recordLane, toAirdropCoin } from '../chain/record-lane.js';
import { syncLane } from '../chain/sync-lane.js';
import { claimedLockView } from '../claimed-lock.js';
import { finishLane } from '../closing/open-lanes.js';
import { LaneCrowdedError } from '../live/lane-turns.js';
import { loadCampaign } from '../load-campaign.js';
import { type ClaimRights, proveClaim } from './prove-claim.js';
import { sendOnLane, sentTransaction, stateMoved } from './send-claim.js';

/** How often a claim that is overtaken is built anew before the client is refused. */
const ATTEMPTS = 8;

const notSponsored = (message: string): ServiceError =>
  new ServiceError('FEES_NOT_SPONSORED', message, { relay: false });

const build = async (context: AirdropContext, rights: ClaimRights): Promise<KeylessTransaction> => {
  const { kind, claim } = await proveClaim(context, rights);
  if (kind === 'PUBLIC')
    throw notSponsored('Claims of a public campaign must be signed by the claimer: ask without relay');
  const feeRate = await context.chain.feeRate();
  const built = buildKeylessWhitelistClaim(claim, { feeRate });
  if (built !== undefined) return built;
  const otherwise = "ask without relay, and pay from the claimer's wallet";
  if (claim.contract.claimFee === 0n) throw notSponsored(`The campaign does not pay the fees of claims: ${otherwise}`);
  throw feeRateTooHigh('claim', feeRate, otherwise, { relay: false });
};

const loadLane = async ({ airdrops }: AirdropContext, { campaign, lane }: ClaimRights): Promise<LaneRecord> => {
  const found = await airdrops.laneOf(campaign.id, lane);
  if (found === undefined) throw new Error(`Campaign ${campaign.id} has no lane ${lane}`);
  return found;
};

/**
 * Records a claim that was sent on the lane as it is by now: it was built on the latest step, which may be later than the lane
 * read before it. Somebody else may find it on the chain first, which is just as good.
 */
const record = async (context: AirdropContext, rights: ClaimRights, { hex, txid }: KeylessTransaction) => {
  const { campaign, loaded } = rights;
  for (let tries = 0; tries < ATTEMPTS; tries += 1) {
    const lane = await loadLane(context, rights);
    const from = lane.state && campaign.funding && toAirdropCoin(lane.state, campaign.funding.category);
    const steps = from && readLane(loaded, from, [sentTransaction(txid, hex)]);
    const recorded = steps ? await recordLane(context, campaign, lane, steps, { confirmed: true }) : undefined;
    if (recorded !== undefined) {
      await finishLane(context, rights, recorded);
      return;
    }
    if ((await context.airdrops.stepByHash(campaign.id, txid)) !== undefined) return;
    await syncLane(context, rights, lane);
  }
};

/** Tries once on the latest recorded step; undefined when the lane has moved on the chain. */
const attempt = async (context: AirdropContext, rights: ClaimRights): Promise<string | undefined> => {
  const built = await build(context, rights);
  if ((await sendOnLane(context.chain, built.hex)) === undefined) {
    await syncLane(context, rights, await loadLane(context, rights));
    return undefined;
  }
  await record(context, rights, built);
  return built.txid;
};

const inTurn = async <T>({ turns }: AirdropContext, key: string, work: () => Promise<T>): Promise<T> => {
  try {
    return await turns.run(key, work);
  } catch (error) {
    if (!(error instanceof LaneCrowdedError)) throw error;
    throw new ServiceError(
      'STATE_MOVED',
      'Too many claims wait for the same lane; retry in a moment',
      {},
      { cause: error },
    );
  }
};

/**
 * Sends a claim that needs no signature: the row fixes recipient and amount. A claim that is overtaken is built again.
 *
 * @throws ServiceError FEES_NOT_SPONSORED, FEE_RATE_TOO_HIGH, CLAIM_LIMIT_REACHED, STATE_MOVED, BROADCAST_REJECTED,
 * CHAIN_UNAVAILABLE
 */
export const relayClaim = async (context: AirdropContext, rights: ClaimRights) => {
  const { campaign, claimer, lane, asOf } = rights;
  const sent = await inTurn(context, laneKey(campaign.id, lane), async () => {
    for (let tries = 0; tries < ATTEMPTS; tries += 1) {
      const txid = await attempt(context, rights);
      if (txid !== undefined) return txid;
    }
    throw stateMoved();
  });
  const [step, after] = await Promise.all([
    context.airdrops.stepByHash(campaign.id, sent),
    loadCampaign(context, campaign.id),
  ]);
  const claim = step && toClaimView(step);
  if (claim === undefined) throw stateMoved();
  return {
    kind: 'relayed',
    txHash: claim.txHash,
    claimedAmount: claim.amount,
    wcTransaction: null,
    claim: { ...claim, claimer: claimer.address },
    lock: claimedLockView(context.network, campaign, claimer, claim.amount, asOf),
    campaign: toCampaignView(after),
  };
};
