import { placeholderPublicKey, placeholderSignature } from 'cashscript';
import { assemble, assembleKeyless, type WalletCoins } from '../../transaction/assemble.js';
import type { KeylessTransaction, UnsignedTransaction } from '../../transaction/built-transaction.js';
import { completeKeyless } from '../../transaction/keyless.js';
import type { AirdropContract } from '../airdrop-contract.js';
import type { WhitelistParameters } from '../airdrop-parameters.js';
import { whitelistRoots, type WhitelistClaimProof } from '../airdrop-proof.js';
import { planClaim, sponsoredPart, type ClaimOn, type ClaimPlan } from './claim-plan.js';

/** A row's claim on its lane as it stands. */
export interface WhitelistClaim extends ClaimOn<AirdropContract<WhitelistParameters>> {
  readonly proof: WhitelistClaimProof;
}

const planOf = (claim: WhitelistClaim, signed: boolean): ClaimPlan => {
  const { hash, amount, siblings, sides } = claim.proof;
  const caller = signed ? [placeholderPublicKey(), placeholderSignature()] : [new Uint8Array(), new Uint8Array()];
  const levels = siblings.flatMap((sibling, level) => [sibling, BigInt(sides[level] ?? 0)]);
  return planClaim({
    ...claim,
    recipient: hash,
    amount,
    roots: whitelistRoots(claim.proof),
    args: [...caller, hash, amount, ...levels],
  });
};

/**
 * Builds the recipient's claim, which they sign. The lane pays its cost where fees are sponsored, their own plain coins
 * otherwise.
 *
 * @throws AirdropClaimError where the lane would refuse it.
 * @throws InsufficientFundsError
 */
export const buildWhitelistClaim = (claim: WhitelistClaim, recipient: WalletCoins): UnsignedTransaction => {
  const { shape, cost } = planOf(claim, true);
  return assemble({
    ...shape(sponsoredPart(claim.contract, cost)),
    wallet: recipient,
    change: 'last',
    userPrompt: 'Claim your part of the airdrop',
  });
};

/**
 * Builds a claim that needs nobody's signature, or undefined where fees are not sponsored: whom and how much it pays is fixed
 * by the row.
 *
 * @throws AirdropClaimError where the lane would refuse it.
 */
export const buildKeylessWhitelistClaim = (claim: WhitelistClaim): KeylessTransaction | undefined => {
  const { shape, cost } = planOf(claim, false);
  if (cost > claim.contract.claimFee) return undefined;
  const plan = shape(cost);
  return completeKeyless(assembleKeyless(plan), plan);
};

/**
 * Builds a claim that a payer's own coins pay, the recipient's or anybody's: they sign their inputs, the lane nobody.
 *
 * @throws AirdropClaimError where the lane would refuse it.
 * @throws InsufficientFundsError
 */
export const buildPaidWhitelistClaim = (claim: WhitelistClaim, payer: WalletCoins): UnsignedTransaction =>
  assemble({
    ...planOf(claim, false).shape(0n),
    wallet: payer,
    change: 'last',
    userPrompt: 'Pay a recipient their part of the airdrop',
  });
