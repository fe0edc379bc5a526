import { binToHex, hexToBin } from '@bitauth/libauth';
import { placeholderPublicKey, placeholderSignature } from 'cashscript';
import type { WalletCoins } from '../../transaction/assemble.js';
import type { BuildOptions, UnsignedTransaction } from '../../transaction/built-transaction.js';
import type { AirdropContract } from '../airdrop-contract.js';
import type { PublicParameters } from '../airdrop-parameters.js';
import { type CountClaimProof, countRoots, publicLaneOf } from '../airdrop-proof.js';
import { emptyAirdropRoot } from '../airdrop-state.js';
import { assembleClaim, claimError, type ClaimOn, planClaim } from './claim-plan.js';

/**
 * What wallets search for in unlocking bytecode, hex: the push of an all-zero public key and that of an all-zero
 * signature.
 */
const PLACEHOLDERS = [`21${'00'.repeat(33)}`, `41${'00'.repeat(65)}`] as const;
/** The push of no bytes: an empty argument, and a count of 0. */
const NOTHING = '00';

const pushOf = (sibling: Uint8Array): string => (sibling.length === 0 ? NOTHING : `20${binToHex(sibling)}`);

/**
 * Lists the siblings of a claim as the covenant's arguments, from the leaf up. An empty sibling is pushed as a zero
 * byte, and the highest level is pushed first, so a row of empty ones behind a sibling that ends in 0x21 looks like
 * the placeholder of a key, which wallets would fill in. Anybody can bring that about for a victim's address with a
 * claim of their own. Where the bytes would look like a placeholder, the empty sibling that completes it is therefore
 * written out in full; the covenant treats both forms alike.
 */
export const countSiblings = ({ claimed, siblings }: CountClaimProof): Uint8Array[] => {
  let pushed = '';
  const highestFirst = siblings.map((sibling, level) => ({ sibling, level })).reverse();
  const written = highestFirst.map(({ sibling, level }) => {
    const next = pushed + pushOf(sibling) + (level === 0 && claimed === 0 ? NOTHING : '');
    const misleads = sibling.length === 0 && PLACEHOLDERS.some((placeholder) => next.includes(placeholder));
    const argument = misleads ? hexToBin(emptyAirdropRoot(level)) : sibling;
    pushed += pushOf(argument);
    return argument;
  });
  return written.reverse();
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
    args: [placeholderPublicKey(), placeholderSignature(), BigInt(proof.claimed), ...countSiblings(proof)],
  };
  return assembleClaim(contract, planClaim(proven, options), recipient, options);
};
