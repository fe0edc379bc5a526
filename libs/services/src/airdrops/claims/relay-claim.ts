import { buildKeylessWhitelistClaim, type KeylessTransaction } from '@weir/covenants';
import { feeRateTooHigh } from '../../shared/covenant-refusals.js';
import { ServiceError } from '../../shared/service-error.js';
import type { AirdropContext } from '../campaign/airdrop-context.js';
import { toCampaignView, toClaimView } from '../campaign/campaign-view.js';
import { sendOnLane } from '../chain/end-lane.js';
import { followLane } from '../chain/follow-lane.js';
import { laneKey, sentTransaction, stateMoved } from '../chain/lane-steps.js';
import { recordUpTo } from '../chain/report-lane.js';
import { LaneCrowdedError } from '../live/lane-turns.js';
import { type ClaimRights, proveClaim } from './prove-claim.js';

/** How often a claim that is overtaken is built again before the client is refused. */
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
  const { airdrops, chain } = context;
  const { campaign, claimer, lane } = rights;
  const step = await inTurn(context, laneKey(campaign.id, lane), async () => {
    for (let tries = 0; tries < ATTEMPTS; tries += 1) {
      const { txid, hex } = await build(context, rights);
      const isSent = (await sendOnLane(chain, hex)) !== undefined;
      const sent = isSent ? await recordUpTo(context, rights, lane, sentTransaction(txid, hex)) : undefined;
      if (sent !== undefined) return sent;
      // Another step came first: the next attempt builds on it.
      const behind = await airdrops.laneOf(campaign.id, lane);
      if (behind !== undefined) await followLane(context, rights, behind);
    }
    throw stateMoved();
  });
  const claim = toClaimView(step);
  if (claim === undefined) throw stateMoved();
  return {
    kind: 'relayed',
    txHash: claim.txHash,
    claimedAmount: claim.amount,
    wcTransaction: null,
    claim: { ...claim, claimer: claimer.address },
    campaign: toCampaignView((await airdrops.findById(campaign.id)) ?? campaign),
  } as const;
};
