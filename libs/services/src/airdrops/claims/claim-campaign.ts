import {
  buildPublicClaim,
  buildWhitelistClaim,
  CovenantError,
  MINIMUM_FEE_RATE,
  type BuildOptions,
  type UnsignedTransaction,
  type WalletCoins,
} from '@weir/covenants';
import { toRefusal } from '../../shared/covenant-refusals.js';
import type { Caller } from '../../shared/parties.js';
import { type PayingWallet, walletCoins } from '../../shared/wallet-coins.js';
import type { AirdropContext } from '../airdrop-context.js';
import type { ClaimRequest } from '../airdrops.types.js';
import { laneKey } from '../chain/record-lane.js';
import { syncLane } from '../chain/sync-lane.js';
import { claimedLockView } from '../claimed-lock.js';
import { loadCampaign, parseActing } from '../load-campaign.js';
import { claimRights, type ClaimRights, type LaneClaim, proveClaim } from './prove-claim.js';
import { relayClaim } from './relay-claim.js';
import { stateMoved } from './send-claim.js';

/** How often a claim is proven anew when the lane moves meanwhile. */
const ATTEMPTS = 3;

const buildFor = ({ kind, claim }: LaneClaim, wallet: WalletCoins, options: BuildOptions): UnsignedTransaction =>
  kind === 'PUBLIC' ? buildPublicClaim(claim, wallet, options) : buildWhitelistClaim(claim, wallet, options);

/** Builds the claim, or says that the lane has moved since it was read. */
const tryBuild = (proven: LaneClaim, wallet: WalletCoins, options: BuildOptions): UnsignedTransaction | undefined => {
  try {
    return buildFor(proven, wallet, options);
  } catch (error) {
    if (error instanceof CovenantError && error.is('PROOF_OUTDATED')) return undefined;
    throw toRefusal(error, 'claimer');
  }
};

/** The claimer's plain coins: they pay the fee where it is not sponsored, or where nodes ask for more than the lane may give. */
const walletOf = async (
  context: AirdropContext,
  { claimer, loaded }: ClaimRights,
  { feeRate }: { readonly feeRate: bigint },
  wallet: PayingWallet | undefined,
): Promise<WalletCoins> => {
  const sponsored = loaded.contract.claimFee > 0n && feeRate === MINIMUM_FEE_RATE;
  return sponsored && loaded.kind === 'WHITELIST'
    ? { hash: claimer.hash, coins: [] }
    : walletCoins(context, claimer.hash, wallet);
};

/** The claimer's claim to sign, on the lane as the chain has it. */
const unsignedClaim = async (context: AirdropContext, rights: ClaimRights, paying: PayingWallet | undefined) => {
  const { campaign, loaded, claimer, amount, asOf, lane } = rights;
  await context.turns.take(laneKey(campaign.id, lane), claimer.hashHex);
  const options = { feeRate: await context.chain.feeRate() };
  const [recorded, wallet] = await Promise.all([
    context.airdrops.laneOf(campaign.id, lane),
    walletOf(context, rights, options, paying),
  ]);
  if (recorded !== undefined) await syncLane(context, rights, recorded);
  for (let tries = 0; tries < ATTEMPTS; tries += 1) {
    const proven = await proveClaim(context, rights);
    const built = tryBuild(proven, wallet, options);
    if (built !== undefined) {
      const { tokenType, tokenCategory } = campaign;
      return {
        kind: 'unsigned',
        tokenType,
        tokenCategory,
        claimableAmount: amount,
        claimNumber: proven.claimNumber,
        lane,
        feesSponsored: loaded.contract.parameters.sponsored,
        lock: claimedLockView(context.network, campaign, claimer, amount, asOf),
        asOf: Number(asOf),
        wcTransaction: built.wcTransaction,
      };
    }
  }
  throw stateMoved();
};

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
  const campaign = await loadCampaign(context, id);
  const claimer = parseActing(context, claimerAddress, 'claimerAddress', caller);
  const rights = await claimRights(context, campaign, claimer);
  return relay ? relayClaim(context, rights) : unsignedClaim(context, rights, wallet);
};
