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

/** The contract of a public campaign, which anybody may claim from. */
export type PublicContract = AirdropContract<PublicParameters>;

/** Counts the claims a key hash has made in a public campaign. */
export const claimsOf = ({ claims }: Campaign, hash: PublicKeyHash): number =>
  claims.filter(({ recipient }) => binToHex(recipient) === binToHex(hash)).length;

/** Returns why the lane of this key hash pays it no further claim; undefined if it does. */
export const whyNoClaimLeft = (
  { parameters }: PublicContract,
  { open }: Campaign,
  hash: PublicKeyHash,
): string | undefined => {
  const own = publicLaneOf(parameters, hash);
  const lane = open.find(({ state }) => state.lane === own);
  if (lane === undefined) return `Lane ${own} of the campaign, which would pay this address, is closed`;
  const withRoom = open.filter(({ state }) => state.claims < parameters.claims / parameters.lanes);
  if (withRoom.includes(lane)) return undefined;
  if (withRoom.length === 0) return 'All claims of the campaign are made';
  return `All claims of lane ${own}, which pays this address, are made. ${withRoom.length} of ${parameters.lanes} lanes have claims left, each for the addresses that chance gave it: another address of the same wallet may be on one of them`;
};

/**
 * Builds the next claim of a public campaign for a key hash, with the tree of counts rebuilt from all earlier claims.
 *
 * @throws RecoverError NOT_POSSIBLE when the claimer has reached the limit, or the lane is used up or closed
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
  const why = whyNoClaimLeft(contract, campaign, hash);
  if (why !== undefined) throw notPossible(why);
  return { contract, coin, locktime, proof: { hash, claimed, siblings } };
};
