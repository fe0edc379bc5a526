import type { PublicKeyHash } from '../../chain/address.js';
import { feeOf, sizeOf, type TransactionPlan } from '../../transaction/assemble.js';
import type { BuildOptions } from '../../transaction/build-options.js';
import { withinBound } from '../../transaction/contract-part.js';
import { TOKEN_OUTPUT_SATOSHIS } from '../../transaction/token-selection.js';
import { claimError } from '../airdrop-claim-error.js';
import type { AirdropCoin } from '../airdrop-coin.js';
import type { AirdropContract } from '../airdrop-contract.js';
import type { RootChange } from '../airdrop-proof.js';
import { claimOutputs, laneInputs } from './lane-outputs.js';

/** What both kinds of claim spend and when. */
export interface ClaimOn<Contract extends AirdropContract> {
  readonly contract: Contract;
  readonly coin: AirdropCoin;
  /** At least the campaign's start, less than the median time past. */
  readonly locktime: bigint;
}

/** A claim, whatever its kind proves. */
export interface ProvenClaim extends ClaimOn<AirdropContract> {
  readonly recipient: PublicKeyHash;
  readonly amount: bigint;
  readonly roots: RootChange;
  readonly args: readonly (Uint8Array | bigint)[];
}

/** A claim by what it takes from the lane besides the amount, and what it costs: its size's fee, and the payout's satoshis. */
export interface ClaimPlan {
  readonly cost: bigint;
  readonly shape: (taken: bigint) => Pick<TransactionPlan, 'network' | 'contractInputs' | 'outputs' | 'locktime'>;
}

/** @throws CovenantError where the lane would refuse it. */
export const planClaim = (
  { contract, coin, locktime, recipient, amount, roots, args }: ProvenClaim,
  { feeRate }: BuildOptions,
): ClaimPlan => {
  if (locktime < contract.parameters.start) throw claimError('NOT_STARTED');
  if (roots.before !== coin.state.root) throw claimError('PROOF_OUTDATED');
  const contractInputs = laneInputs(contract, coin, contract.script.unlock('claim', args));
  const next = { ...coin.state, root: roots.after, claims: coin.state.claims + 1 };
  const shape: ClaimPlan['shape'] = (taken) => ({
    network: contract.network,
    contractInputs,
    outputs: claimOutputs(contract, coin, next, { recipient, amount }, taken),
    locktime,
  });
  const payout = contract.asset.type === 'BCH' ? 0n : TOKEN_OUTPUT_SATOSHIS;
  return { shape, cost: feeOf(sizeOf(shape(0n)), feeRate) + payout };
};

/** What the lane pays of a claim's cost: all of it within its bound, where fees are sponsored. */
export const sponsoredPart = ({ claimFee }: AirdropContract, cost: bigint): bigint => withinBound(cost, claimFee);
