import { binToHex } from '@bitauth/libauth';
import {
  addressPrefix,
  type AirdropContract,
  type Network,
  type PublicKeyHash,
  type WhitelistClaim,
  type WhitelistParameters,
} from '@weir/covenants';
import { cashAddresses, decimalAmounts, readWhitelistCsv, WhitelistError, WhitelistTree } from '@weir/merkle';
import { notPossible, usage } from '../recover-error.js';
import { openLane, type Campaign } from './campaign.js';

/** The contract of a campaign that pays a list. */
export type WhitelistContract = AirdropContract<WhitelistParameters>;

/** Decimal places of the amounts in a list: 8 for BCH; amounts of tokens are in base units. */
const decimalsOf = ({ asset }: AirdropContract): number => (asset.type === 'BCH' ? 8 : 0);

const build = (csv: Uint8Array, contract: WhitelistContract, network: Network): WhitelistTree => {
  try {
    const list = readWhitelistCsv([csv], {
      readAddress: cashAddresses(addressPrefix(network)),
      readAmount: decimalAmounts(decimalsOf(contract)),
    });
    return WhitelistTree.build(list, { lanes: contract.parameters.lanes });
  } catch (error) {
    if (error instanceof WhitelistError || error instanceof RangeError)
      throw usage(`This list cannot be read: ${error.message}`);
    throw error;
  }
};

const rootOf = (tree: WhitelistTree, lane: number): string => binToHex(tree.laneRoot(lane));

/**
 * Builds a campaign's tree from its list and marks the rows already claimed, so that its roots are those now on the
 * chain.
 *
 * @param csv the list exactly as uploaded: lines of `address,amount` in the same order
 * @throws RecoverError USAGE if it is not the list of this campaign
 */
export const currentTree = (
  csv: Uint8Array,
  contract: WhitelistContract,
  { funded, open, claims }: Campaign,
): WhitelistTree => {
  const tree = build(csv, contract, contract.network);
  const isOf =
    tree.shape.lanes === contract.parameters.lanes &&
    funded.every(({ state }) => rootOf(tree, state.lane) === state.root);
  if (!isOf)
    throw usage("This is not the campaign's list: its root is another. Every address, amount and their order count");
  tree.markAllSpent(claims.flatMap(({ recipient }) => tree.find(recipient) ?? []));
  const stale = open.find(({ state }) => rootOf(tree, state.lane) !== state.root);
  if (stale !== undefined) throw new Error(`The claims of lane ${stale.state.lane} do not lead to its root`);
  return tree;
};

/** A recipient's row in a list. */
export interface ListedShare {
  readonly row: number;
  readonly lane: number;
  /** In satoshis, or base units of the token. */
  readonly amount: bigint;
  readonly isPaid: boolean;
}

/** Finds the row of a key hash; undefined if the list does not name it. */
export const findShare = (tree: WhitelistTree, hash: PublicKeyHash): ListedShare | undefined => {
  const row = tree.find(hash);
  return row === undefined
    ? undefined
    : { row, lane: tree.laneOf(row), amount: tree.row(row).amount, isPaid: tree.isSpent(row) };
};

/**
 * Builds the claim of a row, proven against the current state of its lane.
 *
 * @throws RecoverError NOT_POSSIBLE if the list does not name the key hash, the row is already paid, or the lane is
 *   closed
 */
export const whitelistClaim = (
  tree: WhitelistTree,
  contract: WhitelistContract,
  campaign: Campaign,
  hash: PublicKeyHash,
  locktime: bigint,
): WhitelistClaim => {
  const share = findShare(tree, hash);
  if (share === undefined) throw notPossible('The address is not on the list');
  if (share.isPaid) throw notPossible('The address has claimed its row already');
  return { contract, coin: openLane(campaign, share.lane), locktime, proof: tree.proof(share.row) };
};
