import { binToHex } from '@bitauth/libauth';
import {
  publicLaneOf,
  type AirdropContract,
  type PublicClaim,
  type PublicKeyHash,
  type PublicParameters,
} from '@weir/covenants';
import { ClaimCountTree } from '@weir/merkle';
import { notPossible } from '../recover-error.js';
import { openLane, type Campaign } from './campaign.js';

export type PublicContract = AirdropContract<PublicParameters>;

/** How often somebody has claimed of a public campaign. */
export const claimsOf = ({ claims }: Campaign, hash: PublicKeyHash): number =>
  claims.filter(({ recipient }) => binToHex(recipient) === binToHex(hash)).length;

/** Whether the lane that pays somebody is open, and has claims left. */
export const hasClaimsLeft = ({ parameters }: PublicContract, { open }: Campaign, hash: PublicKeyHash): boolean => {
  const lane = open.find(({ state }) => state.lane === publicLaneOf(parameters, hash));
  return lane !== undefined && lane.state.claims < parameters.claims / parameters.lanes;
};

/**
 * A claim of a public campaign, the tree of counts made again from all claims before it.
 *
 * @throws RecoverError NOT_POSSIBLE at the limit, and once the lane is closed
 */
export const publicClaim = (
  contract: PublicContract,
  campaign: Campaign,
  hash: PublicKeyHash,
  locktime: bigint,
): PublicClaim => {
  const { parameters } = contract;
  const coin = openLane(campaign, publicLaneOf(parameters, hash));
  const tree = new ClaimCountTree(parameters.nonce);
  for (const { lane, recipient, count } of campaign.claims) if (lane === coin.state.lane) tree.set(recipient, count);
  if (binToHex(tree.root) !== coin.state.root)
    throw new Error(`The claims of lane ${coin.state.lane} do not lead to its root`);
  const { count: claimed, siblings } = tree.proof(hash);
  if (claimed >= parameters.limit) throw notPossible(`The address has made all ${parameters.limit} claims it may make`);
  return { contract, coin, locktime, proof: { hash, claimed, siblings } };
};
