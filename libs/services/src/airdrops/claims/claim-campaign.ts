import type { Caller } from '../../shared/parties.js';
import type { PayingWallet } from '../../shared/wallet-coins.js';
import type { AirdropContext } from '../campaign/airdrop-context.js';
import type { ClaimRequest } from '../campaign/airdrops.types.js';
import { claimedLockView } from '../campaign/claimed-lock.js';
import { findCampaign, parseActing } from '../campaign/load-campaign.js';
import { claimRights } from './prove-claim.js';
import { relayClaim } from './relay-claim.js';
import { unsignedClaim } from './unsigned-claim.js';

/**
 * Builds a claim on the lane as it is now, mempool included, or sends it.
 * @throws ServiceError INVALID_ADDRESS, FORBIDDEN, NOT_ELIGIBLE, WRONG_STATE, OUTSIDE_CLAIM_WINDOW, CLAIM_LIMIT_REACHED,
 * LANE_EXHAUSTED, FEES_NOT_SPONSORED, INSUFFICIENT_FUNDS, STATE_MOVED
 */
export const claimCampaign = async (
  context: AirdropContext,
  id: string,
  { claimerAddress, relay }: ClaimRequest,
  caller: Caller | undefined,
  wallet?: PayingWallet,
) => {
  const found = await findCampaign(context, id);
  const claimer = parseActing(context, claimerAddress, 'claimerAddress', caller);
  const rights = await claimRights(context, found, claimer);
  const claim = relay ? await relayClaim(context, rights) : await unsignedClaim(context, rights, wallet);
  const { campaign, amount, asOf } = rights;
  return { ...claim, lock: claimedLockView(context.network, campaign, claimer, amount, asOf) };
};
