import { binToHex } from '@bitauth/libauth';
import { addressOf, type Network } from '@weir/covenants';
import type { CampaignRecord, TreeRecord } from '@weir/infra';
import { findInStoredList, laneOfRow, leafOfRow, leafOfRowAt, sha256Pair, siblingsOnPath } from '@weir/merkle';
import { formatBch } from '../../shared/amounts.js';
import { viewTime } from '../../shared/chain-time.js';
import { type Caller, callerHashes, isViewer, parseParty, type Party, type Viewer } from '../../shared/parties.js';
import { ServiceError } from '../../shared/service-error.js';
import type { AirdropContext } from '../campaign/airdrop-context.js';
import { claimedLockView } from '../campaign/claimed-lock.js';
import { actsForCreator, assertCreator, contractOf, loadCampaign } from '../campaign/load-campaign.js';
import { notEligible } from '../claims/prove-claim.js';

const ROW_LENGTH = 28;
const HASH_LENGTH = 20;
/** Rows written at a time: in between other requests are served. */
const BATCH = 2_000;

async function* linesOf(parts: AsyncIterable<Buffer>, { tokenType }: CampaignRecord, network: Network) {
  yield 'address,amount\n';
  for await (const part of parts) {
    for (let from = 0; from < part.length; from += BATCH * ROW_LENGTH) {
      let lines = '';
      for (let at = from; at < Math.min(part.length, from + BATCH * ROW_LENGTH); at += ROW_LENGTH) {
        const amount = part.readBigUInt64LE(at + HASH_LENGTH);
        lines += `${addressOf(part.subarray(at, at + HASH_LENGTH), network)},${tokenType === 'BCH' ? formatBch(amount) : amount.toString()}\n`;
      }
      yield lines;
    }
  }
}

/**
 * Returns the list as CSV lines.
 *
 * @throws ServiceError FORBIDDEN, WRONG_STATE
 */
export const downloadList = async (context: AirdropContext, id: string, caller: Caller) => {
  const campaign = await loadCampaign(context, id);
  await assertCreator(context, campaign, caller, 'x-user-address');
  if (campaign.tree === null)
    throw new ServiceError('WRONG_STATE', 'The campaign has no list', { status: campaign.status });
  return linesOf(context.airdrops.rowsOfTree(campaign.tree.id), campaign, context.network);
};

const actsAsCreator = (context: AirdropContext, campaign: CampaignRecord, viewer: Viewer): Promise<boolean> =>
  actsForCreator(context, campaign, callerHashes(viewer.addresses, context.network));

/**
 * Checks that the caller may see an address's row. Everybody may see the rows of a public list. Those of a private one
 * are for the address itself (authenticated, or named where callers are not verified) and for the creator, who must
 * always be authenticated since their address is public. A refusal must not show whether the address is on the list.
 *
 * @throws ServiceError CALLER_REQUIRED, FORBIDDEN
 */
const assertMaySeeRow = async (
  context: AirdropContext,
  campaign: CampaignRecord,
  row: Party,
  viewer: Viewer | undefined,
): Promise<void> => {
  if (campaign.publicList || isViewer(viewer, row, context.network)) return;
  const isNamedCreator = viewer !== undefined && (await actsAsCreator(context, campaign, viewer));
  if (isNamedCreator && viewer.isAuthenticated) return;
  if (viewer === undefined || isNamedCreator)
    throw new ServiceError(
      'CALLER_REQUIRED',
      'The list of this campaign is private. Call as the address of the row, or as the creator with a bearer token (POST /api/auth/nonce)',
      { address: row.address },
    );
  throw new ServiceError(
    'FORBIDDEN',
    'The list of this campaign is private. Only the address of a row and the creator may see it',
    { address: row.address },
  );
};

/**
 * Finds an address's row: of the funded list by the database's index, of another by the index stored with the list. @throws
 * ServiceError NOT_ELIGIBLE
 */
const rowOf = async (
  { airdrops }: AirdropContext,
  campaign: CampaignRecord,
  tree: TreeRecord,
  { address, hash, hashHex }: Party,
): Promise<{ row: number; amount: bigint }> => {
  const listed =
    campaign.funding === null
      ? await findInStoredList(hash, airdrops.storedList(tree.id))
      : await airdrops.findRecipient(campaign.id, hashHex);
  if (listed === undefined) throw notEligible(address);
  return listed;
};

/** Climbs from a leaf along its path: of two nodes the lesser is left. */
const climb = (leaf: Uint8Array, siblings: readonly Uint8Array[], laneDepth: number) => {
  let [node, laneRoot] = [leaf, leaf];
  const positions = siblings.map((sibling, level): 0 | 1 => {
    const isLeft = Buffer.compare(sibling, node) < 0;
    node = isLeft ? sha256Pair(sibling, node) : sha256Pair(node, sibling);
    if (level === laneDepth - 1) laneRoot = node;
    return isLeft ? 1 : 0;
  });
  return { root: node, laneRoot, positions };
};

/**
 * Returns the Merkle proof of an address. On a private list a row is shown to its recipient, and to the creator once authenticated.
 * Reads only the nodes of the path and a few rows of the tree, however large it is.
 *
 * @throws ServiceError INVALID_ADDRESS, CALLER_REQUIRED, FORBIDDEN, WRONG_STATE, NOT_ELIGIBLE
 */
export const whitelistProof = async (
  context: AirdropContext,
  id: string,
  address: string,
  viewer: Viewer | undefined,
) => {
  const campaign = await loadCampaign(context, id);
  const party = parseParty(address, context.network, 'address');
  if (!campaign.requireKyc)
    throw new ServiceError('WRONG_STATE', 'The campaign is public: it has no list', {
      requireKyc: false,
    });
  await assertMaySeeRow(context, campaign, party, viewer);
  const { tree } = await contractOf(context, campaign);
  if (tree === null) throw notEligible(party.address);
  const { row, amount } = await rowOf(context, campaign, tree, party);
  const shape = { lanes: tree.lanes, laneDepth: tree.depth };
  const leafCount = tree.lanes * 2 ** tree.depth;
  const [nodes, claims] = await Promise.all([
    context.airdrops.readNodes(tree.id, siblingsOnPath(leafCount, leafOfRowAt(row, shape))),
    context.airdrops.claimsBy(id, party.hashHex),
  ]);
  const leaf = leafOfRow(party.hash, amount);
  const { root, laneRoot, positions } = climb(leaf, nodes, tree.depth);
  if (binToHex(root) !== tree.root) throw new Error(`The nodes of tree ${tree.id} do not lead to its root`);
  return {
    campaignId: campaign.id,
    address: party.address,
    amount,
    tokenCategory: campaign.tokenCategory,
    row,
    lane: laneOfRow(row, shape),
    leaf: binToHex(leaf),
    proof: nodes.map(binToHex),
    positions,
    merkleRoot: tree.root,
    laneDepth: tree.depth,
    laneRoot: binToHex(laneRoot),
    claimed: claims.length > 0,
    claimTxHash: claims[0]?.txHash ?? null,
    lock: claimedLockView(context.network, campaign, party, amount, await viewTime(context)),
  };
};
