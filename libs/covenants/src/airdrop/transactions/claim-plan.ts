import type { PublicKeyHash } from '../../chain/address.js';
import { covenantError, type CovenantError } from '../../errors/covenant-error.js';
import { assemble, type ContractPart, feeOf, sizeOf, type WalletCoins } from '../../transaction/assemble.js';
import { type BuildOptions, type UnsignedTransaction, withinBound } from '../../transaction/built-transaction.js';
import type { AirdropCoin } from '../airdrop-coin.js';
import type { AirdropContract } from '../airdrop-contract.js';
import type { RootChange } from '../airdrop-proof.js';
import { claimOutputs, laneInputs } from '../lane-outputs.js';

/** Why a claim cannot be built on a lane as it is. */
export type AirdropClaimProblem = 'PROOF_OUTDATED' | 'NOT_STARTED' | 'LIMIT_REACHED' | 'LANE_EXHAUSTED' | 'WRONG_LANE';

/** Makes the error of a claim that the covenant would refuse. */
export const claimError = (problem: AirdropClaimProblem): CovenantError =>
  covenantError(problem, `The lane does not pay this claim: ${problem}`);

/** What both kinds of claim spend, and at which locktime. */
export interface ClaimOn<Contract extends AirdropContract> {
  readonly contract: Contract;
  readonly coin: AirdropCoin;
  /** Unix seconds: at least the campaign's start, and less than the median time past. */
  readonly locktime: bigint;
}

/** A claim with its proof, for any kind. */
export interface ProvenClaim extends ClaimOn<AirdropContract> {
  readonly recipient: PublicKeyHash;
  readonly amount: bigint;
  readonly roots: RootChange;
  readonly args: readonly (Uint8Array | bigint)[];
}

/**
 * How a claim is built for the satoshis it takes from the lane beside the amount, and what it costs in all: the fee
 * of its size, and the satoshis of a token payout.
 */
export interface ClaimPlan {
  readonly cost: bigint;
  readonly shape: (taken: bigint) => ContractPart;
}

/**
 * Plans a claim.
 *
 * @throws CovenantError NOT_STARTED or PROOF_OUTDATED where the lane would refuse it
 */
export const planClaim = (
  { contract, coin, locktime, recipient, amount, roots, args }: ProvenClaim,
  { feeRate }: BuildOptions,
): ClaimPlan => {
  if (locktime < contract.parameters.start) throw claimError('NOT_STARTED');
  if (roots.before !== coin.state.root) throw claimError('PROOF_OUTDATED');
  const contractInputs = laneInputs(contract, coin, contract.unlock('claim', args));
  const next = { ...coin.state, root: roots.after, claims: coin.state.claims + 1 };
  const shape: ClaimPlan['shape'] = (taken) => ({
    network: contract.network,
    contractInputs,
    outputs: claimOutputs(contract, coin, next, { recipient, amount }, taken),
    locktime,
  });
  const payout = contract.asset.type === 'BCH' ? 0n : contract.payoutSatoshis;
  return { shape, cost: feeOf(sizeOf(shape(0n)), feeRate) + payout };
};

/**
 * Builds a claim for its recipient to sign: where fees are sponsored the lane pays up to its bound, and their coins pay
 * the rest, or everything.
 */
export const assembleClaim = (
  { claimFee }: AirdropContract,
  { shape, cost }: ClaimPlan,
  recipient: WalletCoins,
  { feeRate }: BuildOptions,
): UnsignedTransaction =>
  assemble({
    ...shape(withinBound(cost, claimFee)),
    wallet: recipient,
    change: 'last',
    feeRate,
    userPrompt: 'Claim your part of the airdrop',
  });
