import { hexToBin } from '@bitauth/libauth';
import type { WhitelistLane } from '@weir/covenants';
import type { CampaignRecord, TreeRecord } from '@weir/infra';
import type { AirdropContext } from '../campaign/airdrop-context.js';
import { contractOf } from '../campaign/load-campaign.js';

/** Returns a list's lanes as builders take them; undefined for a campaign open to everybody. */
export const whitelistLanes = (tree: TreeRecord | null): WhitelistLane[] | undefined =>
  tree?.laneList.map(({ lane, root, rows, total }) => ({ lane, root: hexToBin(root), rows, total }));

/**
 * Lists the contracts that a campaign may have been funded as: one for each of its lists, the newest first.
 *
 * @throws ServiceError WRONG_STATE while its list is missing
 */
export const candidateContracts = async (context: AirdropContext, campaign: CampaignRecord) => {
  if (!campaign.requireKyc) return [await contractOf(context, campaign)];
  const trees = await context.airdrops.treesOf(campaign.id);
  return trees.length === 0
    ? [await contractOf(context, campaign)]
    : trees.map((tree) => context.contracts.ofTree(campaign, tree));
};
