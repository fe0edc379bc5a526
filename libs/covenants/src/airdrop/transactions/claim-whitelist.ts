import { flattenBinArray } from '@bitauth/libauth';
import { placeholderPublicKey, placeholderSignature } from 'cashscript';
import { assemble, type WalletCoins } from '../../transaction/assemble.js';
import type { BuildOptions, KeylessTransaction, UnsignedTransaction } from '../../transaction/built-transaction.js';
import { buildKeyless } from '../../transaction/keyless.js';
import type { AirdropContract } from '../airdrop-contract.js';
import type { WhitelistParameters } from '../airdrop-parameters.js';
import { whitelistRoots, type WhitelistClaimProof } from '../airdrop-proof.js';
import { assembleClaim, planClaim, type ClaimOn, type ClaimPlan } from './claim-plan.js';

/** A row's claim on its lane as it is. */
export interface WhitelistClaim extends ClaimOn<AirdropContract<WhitelistParameters>> {
  readonly proof: WhitelistClaimProof;
}

const planOf = (claim: WhitelistClaim, signed: boolean, options: BuildOptions): ClaimPlan => {
  const { hash, amount, siblings, sides } = claim.proof;
  const caller = signed ? [placeholderPublicKey(), placeholderSignature()] : [new Uint8Array(), new Uint8Array()];
  const path = sides.reduce((sum, side, level) => sum + (BigInt(side) << BigInt(level)), 0n);
  const proven = {
    ...claim,
    recipient: hash,
    amount,
    roots: whitelistRoots(claim.proof),
    args: [...caller, hash, amount, path, flattenBinArray([...siblings])],
  };
  return planClaim(proven, options);
};

/**
 * Builds the recipient's claim, which they sign. Where fees are sponsored the lane pays up to its bound; the
 * recipient's plain coins pay the rest, or everything.
 *
 * @throws CovenantError NOT_STARTED or PROOF_OUTDATED where the lane would refuse it
 * @throws InsufficientFundsError
 */
export const buildWhitelistClaim = (
  claim: WhitelistClaim,
  recipient: WalletCoins,
  options: BuildOptions = {},
): UnsignedTransaction => assembleClaim(claim.contract, planOf(claim, true, options), recipient, options);

/**
 * Builds a claim that nobody signs: the row alone fixes whom and how much it pays. Undefined where fees are not
 * sponsored, or nodes ask for more than the lane may give.
 *
 * @throws CovenantError NOT_STARTED or PROOF_OUTDATED where the lane would refuse it
 */
export const buildKeylessWhitelistClaim = (
  claim: WhitelistClaim,
  options: BuildOptions = {},
): KeylessTransaction | undefined => {
  const { shape, cost } = planOf(claim, false, options);
  return cost > claim.contract.claimFee ? undefined : buildKeyless(shape(cost), options);
};

/**
 * Builds a claim whose fee is paid by the coins of any payer, the recipient or somebody else. They sign their own
 * inputs; the lane's needs no signature.
 *
 * @throws CovenantError NOT_STARTED or PROOF_OUTDATED where the lane would refuse it
 * @throws InsufficientFundsError
 */
export const buildPaidWhitelistClaim = (
  claim: WhitelistClaim,
  payer: WalletCoins,
  options: BuildOptions = {},
): UnsignedTransaction =>
  assemble({
    ...planOf(claim, false, options).shape(0n),
    wallet: payer,
    change: 'last',
    feeRate: options.feeRate,
    userPrompt: 'Pay a recipient their part of the airdrop',
  });
