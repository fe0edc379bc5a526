import { binToHex } from '@bitauth/libauth';
import {
  addressPrefix,
  type AirdropCoin,
  type AirdropContract,
  type AirdropTransition,
  findAirdropDeployment,
  type Network,
  type PublicClaim,
  type PublicKeyHash,
  publicLaneOf,
  type PublicParameters,
  readAirdropTransition,
  type WhitelistClaim,
  type WhitelistParameters,
} from '@weir/covenants';
import {
  cashAddresses,
  ClaimCountTree,
  IN_BASE_UNITS,
  IN_BCH,
  inTokens,
  ListError,
  type ListProblem,
  readWhitelistCsv,
  type WhitelistRules,
  WhitelistTree,
} from '@weir/merkle';
import type { Instance } from '../find/instance.js';
import { notPossible, usage } from '../recover-error.js';

/** A paid claim, as its transaction shows it. */
interface PaidClaim {
  readonly lane: number;
  readonly recipient: PublicKeyHash;
  /** Only in a public campaign: the number of claims the recipient has made, this one included. */
  readonly count: number;
}

/** A campaign followed through all its claims; proofs for further claims are made from this. */
export interface Campaign {
  readonly contract: AirdropContract;
  /** The lanes as funded, by lane number. */
  readonly funded: readonly AirdropCoin[];
  /** The lanes that are still open, by lane number, in their current state. */
  readonly open: readonly AirdropCoin[];
  /** Every claim paid so far, in order within each lane. */
  readonly claims: readonly PaidClaim[];
}

const toClaim = ({ spent, ...step }: AirdropTransition): PaidClaim[] =>
  step.kind === 'claim'
    ? [{ lane: spent.state.lane, recipient: step.claimed.recipient, count: step.claimed.count ?? 1 }]
    : [];

/** Reads a campaign's claims from the transactions of its lineage. */
export const readCampaign = (contract: AirdropContract, { steps: [funding, ...later] }: Instance): Campaign => {
  const found = funding && findAirdropDeployment(contract, funding.transaction.txid, funding.transaction.transaction);
  if (found?.ok !== true) throw new Error('An accepted funding makes no campaign');
  const lanes = new Map(found.lanes.map((coin) => [coin.state.lane, coin]));
  const claims: PaidClaim[] = [];
  for (const { transaction } of later) {
    const [moved] = [...lanes.values()].flatMap(
      (coin) => readAirdropTransition(contract, coin, transaction.txid, transaction.transaction) ?? [],
    );
    if (moved === undefined) throw new Error(`${transaction.txid} moves no lane of its campaign`);
    claims.push(...toClaim(moved));
    if (moved.next === undefined) lanes.delete(moved.spent.state.lane);
    else lanes.set(moved.spent.state.lane, moved.next);
  }
  return {
    contract,
    funded: found.lanes,
    open: [...lanes.values()].sort((a, b) => a.state.lane - b.state.lane),
    claims,
  };
};

/**
 * Returns the current coin of a lane.
 * @throws RecoverError NOT_POSSIBLE once the lane is closed
 */
const openLane = ({ open, funded }: Campaign, lane: number): AirdropCoin => {
  const coin = open.find(({ state }) => state.lane === lane);
  if (coin !== undefined) return coin;
  const isKnown = funded.some(({ state }) => state.lane === lane);
  throw notPossible(isKnown ? `Lane ${lane} of the campaign is closed` : `The campaign has no lane ${lane}`);
};

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

export type WhitelistContract = AirdropContract<WhitelistParameters>;

/** Most decimals that a token has. */
const MOST_DECIMALS = 18;
const WHOLE_TOKENS = Array.from({ length: MOST_DECIMALS }, (_, i) => inTokens(i + 1));

const OF_UNIT: ReadonlySet<ListProblem['code']> = new Set([
  'AMBIGUOUS_AMOUNTS',
  'AMOUNT_OUT_OF_RANGE',
  'SUM_OVER_POOL',
]);

/** Whether another unit or decimal mark may make a list readable. */
const mayReadOtherwise = (problem: ListProblem): boolean =>
  OF_UNIT.has(problem.code) || (problem.code === 'BAD_AMOUNT' && problem.reason === 'TOO_PRECISE');

/** Reads a list in one way; returns why it cannot be read. @throws RecoverError USAGE if it cannot be read in any way */
const readList = (csv: Uint8Array, network: Network, reading: Pick<WhitelistRules, 'unit' | 'decimalMark'>) => {
  try {
    return readWhitelistCsv([csv], { readAddress: cashAddresses(addressPrefix(network)), ...reading });
  } catch (error) {
    if (!(error instanceof ListError)) throw error;
    if (!error.problems.every(mayReadOtherwise)) throw usage(`This list cannot be read: ${error.message}`);
    return error;
  }
};

/**
 * Builds the trees that a list may mean: amounts of tokens are base units, as the API takes them, or whole tokens, as people write
 * them; a decimal mark may be either. The total on the chain shows which, and the root proves it.
 */
function* treesOf(csv: Uint8Array, { asset, network, parameters }: WhitelistContract): Generator<WhitelistTree> {
  const units = asset.type === 'BCH' ? [IN_BCH] : [IN_BASE_UNITS, ...WHOLE_TOKENS];
  let refusal: ListError | undefined;
  for (const unit of units)
    for (const decimalMark of [undefined, '.', ','] as const) {
      const list = readList(csv, network, { unit, decimalMark });
      if (list instanceof ListError) refusal ??= list;
      else if (list.total === parameters.total && list.count === parameters.rows)
        yield WhitelistTree.build(list, { lanes: parameters.lanes });
      // Only amounts with two meanings depend on the mark.
      if (!(list instanceof ListError) || list.problems.every(({ code }) => code !== 'AMBIGUOUS_AMOUNTS')) break;
    }
  if (refusal !== undefined) throw usage(`This list cannot be read: ${refusal.message}`);
}

/** Returns the first item that fits, and makes no further ones. */
const firstOf = <T>(items: Iterable<T>, fits: (item: T) => boolean): T | undefined => {
  for (const item of items) if (fits(item)) return item;
  return undefined;
};

const rootOf = (tree: WhitelistTree, lane: number): string => binToHex(tree.laneRoot(lane));

/**
 * Builds a campaign's tree from its list and marks the rows already claimed, so that its roots are those now on the
 * chain.
 *
 * @param csv the list as it was uploaded, as the service gives it back, or as it was dropped on the console: the same addresses and
 *   amounts in the same order
 * @throws RecoverError USAGE if it is not the list of this campaign
 */
export const currentTree = (
  csv: Uint8Array,
  contract: WhitelistContract,
  { funded, open, claims }: Campaign,
): WhitelistTree => {
  const isOf = (each: WhitelistTree): boolean => funded.every(({ state }) => rootOf(each, state.lane) === state.root);
  const tree = firstOf(treesOf(csv, contract), isOf);
  if (tree === undefined)
    throw usage("This is not the campaign's list: its root is another. Every address, amount and their order count");
  tree.markAllSpent(claims.flatMap(({ recipient }) => tree.find(recipient) ?? []));
  const stale = open.find(({ state }) => rootOf(tree, state.lane) !== state.root);
  if (stale !== undefined) throw new Error(`The claims of lane ${stale.state.lane} do not lead to its root`);
  return tree;
};

/** Finds the row of a key hash, its amount in satoshis or base units; undefined if the list does not name it. */
export const findShare = (tree: WhitelistTree, hash: PublicKeyHash) => {
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
