import { binToHex } from '@bitauth/libauth';
import { addressPrefix, createAirdropContract, findAirdropProblem } from '@weir/covenants';
import {
  type CampaignContract,
  type CampaignRecord,
  type IdempotentResponse,
  type NewTree,
  responseAs,
} from '@weir/infra';
import { ListError, reasonOf, type WhitelistTree } from '@weir/merkle';
import type { BuiltTree } from '@weir/merkle/worker';
import type { Caller } from '../../shared/parties.js';
import { admissionOf, type Origin } from '../../shared/retention.js';
import { ServiceError } from '../../shared/service-error.js';
import type { AirdropContext } from '../campaign/airdrop-context.js';
import type { WhitelistInput } from '../campaign/airdrops.types.js';
import { assetOf, whitelistParameters } from '../campaign/campaign-contracts.js';
import { minRowOf } from '../campaign/campaign-vesting.js';
import { type CampaignView, toCampaignView } from '../campaign/campaign-view.js';
import { assertCreator, loadCampaign } from '../campaign/load-campaign.js';
import { SpoolFullError } from '../live/list-spool.js';
import { treeBytes } from '../live/live-trees.js';
import { buildTree, BY_SIZE, type ListRules, packList } from './build-tree.js';

/** How many lists a campaign keeps: any of them may turn out to be the one that is funded. */
const MAX_TREES = 20;

/** Converts a list's refusal to an API error; returns any other error as it is. */
export const refusedList = (error: unknown): unknown => {
  if (error instanceof SpoolFullError)
    return new ServiceError(
      'OVERLOADED',
      `${error.message}; retry shortly`,
      { retryAfterSeconds: 30 },
      { cause: error },
    );
  if (!(error instanceof ListError)) return error;
  const { problems, count, unit } = error;
  const [first] = problems;
  const errors = problems.map((problem) => ({
    line: problem.line === 0 ? null : problem.line,
    code: problem.code,
    reason: reasonOf(problem, unit),
  }));
  const details = {
    problem: first.code,
    ...(first.line > 0 && { line: first.line }),
    reason: reasonOf(first, unit),
    ...(first.code === 'DUPLICATE_ADDRESS' && { firstLine: first.firstLine }),
    errorCount: count,
    errors,
  };
  const code = first.code === 'TOO_LARGE' ? 'WHITELIST_TOO_LARGE' : 'INVALID_WHITELIST';
  return new ServiceError(code, error.message, details, { cause: error });
};

const build = async (
  context: AirdropContext,
  campaign: CampaignRecord,
  list: WhitelistInput,
  signal: AbortSignal | undefined,
): Promise<BuiltTree & { readonly ignoredColumns: readonly string[] }> => {
  let ignoredColumns: readonly string[] = [];
  const rules: ListRules = {
    prefix: addressPrefix(context.network),
    inBch: campaign.tokenType === 'BCH',
    minAmount: minRowOf(campaign),
    pool: campaign.totalAmount,
    onIgnored: (names) => (ignoredColumns = names),
  };
  try {
    const lanes = campaign.lanesAsked ?? BY_SIZE;
    const built = await buildTree(packList(list, rules), { lanes, signal }, context);
    return { ...built, ignoredColumns };
  } catch (error) {
    throw refusedList(error);
  }
};

const laneList = (tree: WhitelistTree) =>
  Array.from({ length: tree.shape.lanes }, (_, lane) => ({
    lane,
    root: binToHex(tree.laneRoot(lane)),
    rows: Math.ceil(Math.max(tree.rowCount - lane, 0) / tree.shape.lanes),
    total: tree.laneTotal(lane),
  }));

/** A tree as it is stored. @throws ServiceError INVALID_WHITELIST where no contract can be made of it */
export const toNewTree = (
  { network }: AirdropContext,
  campaign: CampaignRecord,
  { tree, total }: BuiltTree,
): NewTree => {
  const { lanes, laneDepth: depth } = tree.shape;
  const kept = {
    campaignId: campaign.id,
    root: binToHex(tree.root),
    rowCount: tree.rowCount,
    lanes,
    depth,
    total,
    laneList: laneList(tree),
  };
  const parameters = whitelistParameters(campaign, kept);
  const problem = findAirdropProblem(parameters, assetOf(campaign));
  if (problem !== undefined)
    throw new ServiceError('INVALID_WHITELIST', `The list does not define a valid contract: ${problem}`, { problem });
  const { address, lockingBytecode } = createAirdropContract(parameters, network, assetOf(campaign));
  const contract: CampaignContract = {
    lanes,
    claims: tree.rowCount,
    pool: total,
    address,
    lockingBytecode: binToHex(lockingBytecode),
  };
  return { ...kept, contract, bytes: treeBytes(tree.blob, tree.rowCount, lanes) };
};

/** @throws ServiceError WRONG_STATE */
export const assertHasList = ({ requireKyc }: CampaignRecord): void => {
  if (!requireKyc) throw new ServiceError('WRONG_STATE', 'The campaign is public: it has no list', { requireKyc });
};

/** @throws ServiceError WRONG_STATE */
const assertOpen = (campaign: CampaignRecord): void => {
  assertHasList(campaign);
  const { status } = campaign;
  if (status !== 'PENDING')
    throw new ServiceError('WRONG_STATE', `The list cannot change: the campaign is ${status}, not PENDING`, {
      status,
    });
};

/**
 * Refuses a list beyond the limit. Called under the campaign's lock, so that lists sent at once see each other. @throws
 * ServiceError WRONG_STATE
 */
export const assertRoom = (roots: readonly string[], { root }: NewTree): void => {
  if (roots.length < MAX_TREES || roots.includes(root)) return;
  throw new ServiceError(
    'WRONG_STATE',
    `Limit of ${MAX_TREES} lists reached. Fund the campaign, or create another one`,
    { lists: roots.length },
  );
};

/**
 * Refuses callers who may not replace a campaign's list, before the list is read.
 *
 * @throws ServiceError FORBIDDEN, WRONG_STATE
 */
export const assertListable = async (context: AirdropContext, id: string, caller: Caller): Promise<CampaignRecord> => {
  const campaign = await loadCampaign(context, id);
  await assertCreator(context, campaign, caller, 'creator');
  assertOpen(campaign);
  return campaign;
};

/** The result of building a list: its root, the number of its rows and their sum. */
interface WhitelistResult {
  readonly campaign: CampaignView;
  readonly merkleRoot: string;
  readonly totalRecipients: number;
  readonly totalAmount: bigint;
  readonly depth: number;
  readonly lanes: number;
  /** Names of the columns of a CSV that are not read. */
  readonly ignoredColumns: readonly string[];
}

interface ListRequest {
  /** Aborted when the client goes away. */
  readonly signal?: AbortSignal | undefined;
  readonly origin?: Origin | undefined;
  readonly kept?: IdempotentResponse<WhitelistResult> | undefined;
  /** The request's turn at the database, which it has at first; given up while the list arrives and its tree is built. */
  readonly turn?: { take(): Promise<void>; leave(): void } | undefined;
}

/**
 * Reads a list and keeps its tree; the last one before the funding counts.
 * @throws ServiceError FORBIDDEN, WRONG_STATE, INVALID_WHITELIST (with `line` and `problem`), WHITELIST_TOO_LARGE, OVERLOADED
 */
export const generateMerkle = async (
  context: AirdropContext,
  id: string,
  list: WhitelistInput,
  caller: Caller,
  { signal, origin, kept, turn }: ListRequest = {},
): Promise<WhitelistResult> => {
  const { airdrops } = context;
  const campaign = await assertListable(context, id, caller);
  turn?.leave();
  const built = await build(context, campaign, list, signal);
  const tree = toNewTree(context, campaign, built);
  const { root: merkleRoot, rowCount: totalRecipients, total: totalAmount, depth, lanes } = tree;
  const resultOf = (saved: CampaignRecord): WhitelistResult => ({
    campaign: toCampaignView(saved),
    merkleRoot,
    totalRecipients,
    totalAmount,
    depth,
    lanes,
    ignoredColumns: built.ignoredColumns,
  });
  await turn?.take();
  const saved = await airdrops.withCampaign(id, async (scope) => {
    assertOpen(scope.campaign);
    assertRoom(await scope.treeRoots(), tree);
    const admission = admissionOf(origin, context, 'listBytes');
    return scope.saveTree(tree, admission, responseAs(kept, resultOf));
  });
  return resultOf(saved);
};
