import { flattenBinArray } from '@bitauth/libauth';
import { placeholderPublicKey, placeholderSignature } from 'cashscript';
import type { WalletCoins } from '../../transaction/assemble.js';
import type { BuildOptions, UnsignedTransaction } from '../../transaction/built-transaction.js';
import type { AirdropContract } from '../airdrop-contract.js';
import type { PublicParameters } from '../airdrop-parameters.js';
import { type CountClaimProof, countRoots, publicLaneOf } from '../airdrop-proof.js';
import { assembleClaim, claimError, type ClaimOn, planClaim } from './claim-plan.js';

/** Bytes that a claim's proof has at least: what hashing may cost grows with the unlocking bytecode. */
const LEAST_PROOF = 384;

/**
 * Encodes the siblings of a claim as the covenant's arguments: a bit for each level whose sibling is not empty, the leaf's lowest,
 * and these siblings, the leaf's last. Zeros are before them, never behind: a sibling is a stranger's choice, and one that
 * ends in 0x21 or 0x41 before zeros would look like the placeholder of a key or signature, which wallets fill in.
 */
export const countArguments = ({ siblings }: CountClaimProof): readonly [map: bigint, proof: Uint8Array] => {
  const map = siblings.reduce((sum, { length }, level) => sum + (length === 0 ? 0n : 1n << BigInt(level)), 0n);
  const given = flattenBinArray([...siblings].reverse());
  const zeros = new Uint8Array(Math.max(0, LEAST_PROOF - given.length));
  return [map, flattenBinArray([zeros, given])];
};

/** A claim of a public campaign on the recipient's lane as it is. */
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
    args: [placeholderPublicKey(), placeholderSignature(), BigInt(proof.claimed), ...countArguments(proof)],
  };
  return assembleClaim(contract, planClaim(proven, options), recipient, options);
};
