import {
  buildPublicClaim,
  buildWhitelistClaim,
  CovenantError,
  MINIMUM_FEE_RATE,
  type WalletCoins,
} from '@weir/covenants';
import { toRefusal } from '../../shared/covenant-refusals.js';
import { type PayingWallet, walletCoins } from '../../shared/wallet-coins.js';
import type { AirdropContext } from '../campaign/airdrop-context.js';
import { followLane } from '../chain/follow-lane.js';
import { laneKey, stateMoved } from '../chain/lane-steps.js';
import { type ClaimRights, proveClaim } from './prove-claim.js';

/** How often a claim is proven again when the lane moves meanwhile. */
const ATTEMPTS = 3;

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

/**
 * Builds the claimer's claim to sign, on the lane as the chain has it. A claim that is overtaken while it is built is built again.
 *
 * @throws ServiceError CLAIM_LIMIT_REACHED, LANE_EXHAUSTED, WRONG_STATE, INSUFFICIENT_FUNDS, STATE_MOVED
 */
export const unsignedClaim = async (context: AirdropContext, rights: ClaimRights, paying: PayingWallet | undefined) => {
  const { campaign, loaded, claimer, amount, asOf, lane } = rights;
  await context.turns.take(laneKey(campaign.id, lane), claimer.hashHex);
  const feeRate = await context.chain.feeRate();
  const [recorded, wallet] = await Promise.all([
    context.airdrops.laneOf(campaign.id, lane),
    walletOf(context, rights, { feeRate }, paying),
  ]);
  if (recorded !== undefined) await followLane(context, rights, recorded);
  for (let tries = 0; tries < ATTEMPTS; tries += 1) {
    const { kind, claim, claimNumber } = await proveClaim(context, rights);
    try {
      const { wcTransaction } =
        kind === 'PUBLIC'
          ? buildPublicClaim(claim, wallet, { feeRate })
          : buildWhitelistClaim(claim, wallet, { feeRate });
      return {
        kind: 'unsigned',
        tokenType: campaign.tokenType,
        tokenCategory: campaign.tokenCategory,
        claimableAmount: amount,
        claimNumber,
        lane,
        feesSponsored: loaded.contract.parameters.sponsored,
        asOf: Number(asOf),
        wcTransaction,
      } as const;
    } catch (error) {
      if (!(error instanceof CovenantError && error.is('PROOF_OUTDATED'))) throw toRefusal(error, 'claimer');
    }
  }
  throw stateMoved();
};
