import { bigIntToVmNumber, flattenBinArray, sha256, utf8ToBin } from '@bitauth/libauth';
import type { Party } from '../support/parties.js';
import type { Draft, DraftInput } from '../support/transaction.js';
import { type Campaign, createPublic, fillOf, FIRST_TIME, type PublicTerms, START } from './campaign.js';
import { draftPayment } from './drafting.js';
import { countLeaf, CountTree, placeOf, rootAt } from './lane-tree.js';
import { fundLane, type Lane } from './state.js';

/** A lane's tree of counts and its coins. */
export interface PublicLane {
  readonly campaign: Campaign<PublicTerms>;
  readonly tree: CountTree;
  readonly lane: Lane;
}

export const TERMS: PublicTerms = {
  asset: 'BCH',
  depth: 8,
  start: START,
  closable: FIRST_TIME,
  sponsored: true,
  nonce: 'public-nonce-001',
  amount: 100_000n,
  limit: 3n,
  quota: 50n,
  lanes: 1n,
};

/** Satoshis a lane is funded with beyond what is given away. */
export const reserveOf = ({ fee, closeFee, terms }: Campaign<PublicTerms>): bigint =>
  terms.quota * fee + closeFee + 1_000n;

/** A lane as funded, or with some claims of others already counted. */
export const fundPublic = (
  terms: PublicTerms,
  { number = 0, claims = 0n, tree = new CountTree(terms.depth) } = {},
): PublicLane => {
  const campaign = createPublic(terms);
  const left = (terms.quota - claims) * terms.amount;
  const value = reserveOf(campaign) + (terms.asset === 'BCH' ? left : 0n);
  return { campaign, tree, lane: fundLane(campaign, { root: tree.root, lane: number, claims }, value, left) };
};

export const placeIn = ({ terms }: Campaign<PublicTerms>, hash: Uint8Array): bigint =>
  placeOf(utf8ToBin(terms.nonce), hash);

export interface ClaimOptions {
  /** Claims of the signer that the tree counts. */
  readonly claimed: bigint;
  readonly purse?: DraftInput | undefined;
  readonly locktime?: number;
}

/** Siblings from the leaf up, empty where a subtree is, as a claim's arguments: which there are, and zeros before them. */
export const proofArguments = (
  { terms }: Campaign<PublicTerms>,
  siblings: readonly Uint8Array[],
): readonly [map: Uint8Array, proof: Uint8Array] => {
  const map = siblings.reduce((sum, { length }, level) => sum + (length === 0 ? 0n : 1n << BigInt(level)), 0n);
  const given = flattenBinArray([...siblings].reverse());
  const zeros = new Uint8Array(Math.max(0, fillOf(terms.depth) - given.length));
  return [bigIntToVmNumber(map), flattenBinArray([zeros, given])];
};

/** A party's claim on the present tree. */
export const draftClaim = (
  { campaign, tree, lane }: PublicLane,
  signer: Party,
  { claimed, purse, locktime = Number(START) }: ClaimOptions,
): Draft => {
  const place = placeIn(campaign, signer.hash);
  const siblings = tree.proof(place);
  const args = [signer.publicKey, { signer }, bigIntToVmNumber(claimed), ...proofArguments(campaign, siblings)];
  const root = rootAt(place, countLeaf(signer.hash, claimed + 1n), siblings);
  return draftPayment({
    campaign,
    lane,
    recipient: signer.hash,
    amount: campaign.terms.amount,
    args,
    root,
    locktime,
    purse,
  });
};

/** A tree in which so many siblings of a key hash's path, counted from the root, are not empty: as many claims were made. */
export const crowdedTree = (campaign: Campaign<PublicTerms>, hash: Uint8Array, siblings: number): CountTree => {
  const place = placeIn(campaign, hash);
  const tree = new CountTree(campaign.terms.depth);
  for (let level = campaign.terms.depth - siblings; level < campaign.terms.depth; level += 1)
    tree.set(place ^ (1n << BigInt(level)), sha256.hash(Uint8Array.of(level, 1)));
  return tree;
};
