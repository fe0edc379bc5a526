import { type CampaignRecord, type IdempotentResponse, responseAs, type TreeRecord } from '@weir/infra';
import { findInStoredList, PACKED_ROW_LENGTH } from '@weir/merkle';
import type { BuiltTree } from '@weir/merkle/worker';
import { type Caller, parseParty, type Party } from '../../shared/parties.js';
import { admissionOf, assertUnexpired, type Origin } from '../../shared/retention.js';
import { ServiceError } from '../../shared/service-error.js';
import type { AirdropContext } from '../campaign/airdrop-context.js';
import { type CampaignView, toCampaignView } from '../campaign/campaign-view.js';
import { assertCreator, loadCampaign } from '../campaign/load-campaign.js';
import { notEligible } from '../claims/prove-claim.js';
import { refuseFunded } from '../funding/funding-info.js';
import { buildTree, BY_SIZE } from './build-tree.js';
import { assertHasList, assertRoom, refusedList, toNewTree } from './generate-merkle.js';

/** An address of a list, and the address that takes its row. */
export interface Replacement {
  readonly from: string;
  readonly to: string;
}

interface ReplacementOfParties {
  readonly from: Party;
  readonly to: Party;
}

/** The result of replacing addresses: the root of the new list, the number of its rows and their sum. */
interface ReplacementResult {
  readonly campaign: CampaignView;
  readonly merkleRoot: string;
  readonly totalRecipients: number;
  readonly totalAmount: bigint;
  /** How many addresses this request replaced; those that an earlier request replaced are not counted. */
  readonly replaced: number;
}

interface ReplacementRequest {
  readonly origin?: Origin | undefined;
  readonly kept?: IdempotentResponse<ReplacementResult> | undefined;
}

const ROW_LENGTH = PACKED_ROW_LENGTH - 4;
/** Rows packed at a time: other requests are served in between. */
const BATCH = 2_000;
/** How often a list that another request replaced meanwhile is read again. */
const ATTEMPTS = 3;

const INSTEAD =
  'Pay the new address directly. The creator gets every share back that nobody has claimed when they close the campaign';

/** Refuses a campaign whose list cannot change any more, and says what to do instead. @throws ServiceError WRONG_STATE */
const assertReplaceable = (campaign: CampaignRecord): void => {
  assertHasList(campaign);
  const { status, funding } = campaign;
  if (status !== 'PENDING')
    throw new ServiceError(
      'WRONG_STATE',
      `Addresses cannot be replaced: the campaign is ${status}, and its contract fixes the list since the funding. ${INSTEAD}`,
      { status, fundingTxHash: funding?.txHash ?? null },
    );
  if (campaign.tree === null)
    throw new ServiceError('WRONG_STATE', 'The campaign has no list of recipients: send one to generate-merkle first', {
      status,
      merkleRoot: null,
    });
};

/** Reads the addresses of a request, each of which it may name once. @throws ServiceError INVALID_ADDRESS, INVALID_WHITELIST */
const parseReplacements = (
  replacements: readonly Replacement[],
  { network }: AirdropContext,
): readonly ReplacementOfParties[] => {
  const named = new Set<string>();
  const parse = (address: string, field: string): Party => {
    const party = parseParty(address, network, field);
    if (named.has(party.hashHex))
      throw new ServiceError('INVALID_WHITELIST', `${field}: the request already names ${party.address}`, {
        problem: 'DUPLICATE_ADDRESS',
        field,
        address: party.address,
      });
    named.add(party.hashHex);
    return party;
  };
  return replacements.map(({ from, to }, i) => ({
    from: parse(from, `replacements[${i}].from`),
    to: parse(to, `replacements[${i}].to`),
  }));
};

const findRow = ({ airdrops }: AirdropContext, { id }: Pick<TreeRecord, 'id'>, { hash }: Party) =>
  findInStoredList(hash, airdrops.storedList(id));

/** Whether an earlier list of the campaign paid the same amount, in the same row, to the replaced address. */
const wasReplaced = async (
  context: AirdropContext,
  tree: TreeRecord,
  from: Party,
  now: { readonly row: number; readonly amount: bigint },
): Promise<boolean> => {
  for (const earlier of await context.airdrops.treesOf(tree.campaignId)) {
    const then = earlier.id === tree.id ? undefined : await findRow(context, earlier, from);
    if (then?.row === now.row && then.amount === now.amount) return true;
  }
  return false;
};

/**
 * Finds the rows to change. A repeated request finds what the first one did, and changes nothing.
 *
 * @returns new hashes by row
 * @throws ServiceError NOT_ELIGIBLE, INVALID_WHITELIST
 */
const rowsToChange = async (
  context: AirdropContext,
  tree: TreeRecord,
  replacements: readonly ReplacementOfParties[],
): Promise<ReadonlyMap<number, Uint8Array>> => {
  const changed = new Map<number, Uint8Array>();
  for (const [i, { from, to }] of replacements.entries()) {
    const [old, taken] = await Promise.all([findRow(context, tree, from), findRow(context, tree, to)]);
    if (old === undefined) {
      if (taken !== undefined && (await wasReplaced(context, tree, from, taken))) continue;
      throw notEligible(from.address);
    }
    if (taken !== undefined)
      throw new ServiceError(
        'INVALID_WHITELIST',
        `replacements[${i}].to: ${to.address} is on the list already, and a list names each address once`,
        { problem: 'DUPLICATE_ADDRESS', field: `replacements[${i}].to`, address: to.address },
      );
    changed.set(old.row, to.hash);
  }
  return changed;
};

/** Packs the rows of a stored list with some hashes changed; their order and amounts stay. */
async function* packedWith(rows: AsyncIterable<Buffer>, changed: ReadonlyMap<number, Uint8Array>) {
  let row = 0;
  for await (const part of rows) {
    for (let from = 0; from < part.length; from += BATCH * ROW_LENGTH) {
      const batch = part.subarray(from, from + BATCH * ROW_LENGTH);
      const count = batch.length / ROW_LENGTH;
      const packed = new Uint8Array(count * PACKED_ROW_LENGTH);
      const view = new DataView(packed.buffer);
      for (let i = 0; i < count; i += 1, row += 1) {
        const at = i * PACKED_ROW_LENGTH;
        packed.set(batch.subarray(i * ROW_LENGTH, (i + 1) * ROW_LENGTH), at);
        packed.set(changed.get(row) ?? [], at);
        view.setUint32(at + ROW_LENGTH, row + 1, true);
      }
      yield packed;
    }
  }
}

const rebuild = async (
  context: AirdropContext,
  campaign: CampaignRecord,
  tree: TreeRecord,
  changed: ReadonlyMap<number, Uint8Array>,
): Promise<BuiltTree> => {
  try {
    const packed = packedWith(context.airdrops.rowsOfTree(tree.id), changed);
    return await buildTree(packed, { lanes: campaign.lanesAsked ?? BY_SIZE, signal: undefined }, context);
  } catch (error) {
    throw refusedList(error);
  }
};

const readReplaceable = async (context: AirdropContext, id: string, caller: Caller) => {
  const campaign = await loadCampaign(context, id);
  // The caller is proven: the answers show who is on the list.
  await assertCreator(context, campaign, caller, 'x-user-address');
  assertReplaceable(campaign);
  assertUnexpired(campaign.expiresAt, context);
  const tree = campaign.tree === null ? undefined : await context.airdrops.findTree(campaign.tree.id);
  if (tree === undefined) throw new ServiceError('STATE_MOVED', 'The list was replaced meanwhile. Retry', { id });
  return { campaign, tree };
};

/**
 * Replaces addresses of a campaign's list before its funding: the rows keep their places and amounts, and the tree is computed
 * again. The replaced addresses can prove nothing any more. A funding of an earlier list that was signed before still counts once
 * it is on the chain, as for `generateMerkle`.
 *
 * @param replacements each address once; those that an earlier request replaced the same way are left as they are
 * @param caller proven
 * @throws ServiceError INVALID_ADDRESS, FORBIDDEN, WRONG_STATE (with what to do instead, once funded), NOT_ELIGIBLE,
 *   INVALID_WHITELIST, RECORD_EXPIRED, STATE_MOVED, OVERLOADED, CHAIN_UNAVAILABLE
 */
export const replaceAddresses = async (
  context: AirdropContext,
  id: string,
  given: readonly Replacement[],
  caller: Caller,
  { origin, kept }: ReplacementRequest = {},
): Promise<ReplacementResult> => {
  for (let attempt = 1; ; attempt += 1) {
    const { campaign, tree } = await readReplaceable(context, id, caller);
    const replacements = parseReplacements(given, context);
    const changed = await rowsToChange(context, tree, replacements);
    const resultOf =
      (root: string) =>
      (saved: CampaignRecord): ReplacementResult => ({
        campaign: toCampaignView(saved),
        merkleRoot: root,
        totalRecipients: tree.rowCount,
        totalAmount: tree.total,
        replaced: changed.size,
      });
    if (changed.size === 0) return resultOf(tree.root)(campaign);
    await refuseFunded(context, campaign);
    const next = toNewTree(context, campaign, await rebuild(context, campaign, tree, changed));
    const saved = await context.airdrops.withCampaign(id, async (scope) => {
      assertReplaceable(scope.campaign);
      if (scope.campaign.tree?.id !== tree.id) return undefined;
      assertRoom(await scope.treeRoots(), next);
      return scope.saveTree(next, admissionOf(origin, context, 'listBytes'), responseAs(kept, resultOf(next.root)));
    });
    if (saved !== undefined) return resultOf(next.root)(saved);
    if (attempt === ATTEMPTS)
      throw new ServiceError('STATE_MOVED', 'Other requests changed the list meanwhile. Retry', { attempts: ATTEMPTS });
  }
};
