import { placeholderPublicKey, placeholderSignature } from 'cashscript';
import { assemble, type WalletCoins } from '../../transaction/assemble.js';
import type { BuildOptions, UnsignedTransaction } from '../../transaction/built-transaction.js';
import type { AirdropContract } from '../airdrop-contract.js';
import type { PublicParameters } from '../airdrop-parameters.js';
import { countRoots, publicLaneOf, type CountClaimProof } from '../airdrop-proof.js';
import { claimError, type ClaimOn, planClaim, sponsoredPart } from './claim-plan.js';
import { countSiblings } from './count-siblings.js';

/** A claim of a public campaign on the recipient's lane as it stands. */
export interface PublicClaim extends ClaimOn<AirdropContract<PublicParameters>> {
  readonly proof: CountClaimProof;
}

/**
 * Builds a recipient's claim, which they sign. Where fees are sponsored the lane pays up to its bound; the
 * recipient's plain coins pay the rest, or everything.
 *
 * @throws CovenantError LIMIT_REACHED, LANE_EXHAUSTED, WRONG_LANE, NOT_STARTED or PROOF_OUTDATED where the lane
 *   would refuse it
 * @throws InsufficientFundsError
 */
export const buildPublicClaim = (
  claim: PublicClaim,
  recipient: WalletCoins,
  options: BuildOptions = {},
): UnsignedTransaction => {
  const { contract, coin, proof } = claim;
  const { parameters } = contract;
  if (proof.claimed >= parameters.limit) throw claimError('LIMIT_REACHED');
  if (coin.state.claims >= parameters.claims / parameters.lanes) throw claimError('LANE_EXHAUSTED');
  if (publicLaneOf(parameters, proof.hash) !== coin.state.lane) throw claimError('WRONG_LANE');
  const proven = {
    ...claim,
    recipient: proof.hash,
    amount: parameters.amount,
    roots: countRoots(parameters.nonce, proof),
    args: [placeholderPublicKey(), placeholderSignature(), BigInt(proof.claimed), ...countSiblings(proof)],
  };
  const { shape, cost } = planClaim(proven, options);
  return assemble({
    ...shape(sponsoredPart(contract, cost)),
    wallet: recipient,
    change: 'last',
    feeRate: options.feeRate,
    userPrompt: 'Claim your part of the airdrop',
  });
};
