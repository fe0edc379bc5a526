import type { EventRecord } from '@weir/infra';
import { viewTime } from '../shared/chain-time.js';
import { limitOf, withCursor, type Page } from '../shared/paging.js';
import { parseParty, parseStandardParty } from '../shared/parties.js';
import { vaultSeenBy } from '../shared/vaults/linked-vault.js';
import { isViewer, type Viewer } from '../shared/viewer.js';
import type { AirdropContext } from './airdrop-context.js';
import type { CampaignView, ClaimableQuery, ListCampaignsQuery } from './airdrops.types.js';
import { toCampaignView, toClaimView } from './campaign-view.js';
import { loadByClaimToken, noSuchCampaign } from './load-campaign.js';

/**
 * Lists campaigns, the newest first.
 *
 * @throws ServiceError INVALID_ADDRESS, INVALID_CURSOR
 */
export const listCampaigns = async (
  { airdrops, network }: AirdropContext,
  { creator, status, ...page }: ListCampaignsQuery,
) => {
  const creatorHash = creator === undefined ? undefined : parseStandardParty(creator, network, 'creator').hashHex;
  const { rows, total, nextCursor } = await withCursor(() =>
    airdrops.list({ creatorHash, status, limit: limitOf(page), cursor: page.cursor }),
  );
  return { airdrops: rows.map(toCampaignView), total, nextCursor };
};

/** Events name the steps of all products; these are the campaign's own. */
const STEPS: Readonly<Record<string, 'funded' | 'claimed' | 'closed' | 'completed'>> = {
  fund: 'funded',
  claim: 'claimed',
  close: 'closed',
  complete: 'completed',
};

const toRolledBackView = ({ transition, createdAt, txHash, amount, because }: EventRecord) => {
  const of = STEPS[transition];
  return of === undefined || because === null ? [] : [{ of, at: createdAt, txHash, amount, ...because }];
};

/**
 * Returns a campaign and its claims, the newest first. A private vault that is its creator is named to its members.
 * @throws ServiceError INVALID_ADDRESS, INVALID_CURSOR
 */
export const getCampaign = async (context: AirdropContext, id: string, page: Page, viewer: Viewer | undefined) => {
  const found = await withCursor(() => context.airdrops.withClaims(id, { limit: limitOf(page), cursor: page.cursor }));
  if (found === undefined) throw noSuchCampaign({ id });
  const { rows, nextCursor } = found.claims;
  return {
    campaign: { ...toCampaignView(found.campaign), vaultId: await vaultSeenBy(context, found.campaign, viewer) },
    claims: rows.flatMap((step) => toClaimView(step) ?? []),
    takenBack: found.rolledBack.flatMap(toRolledBackView),
    nextCursor,
  };
};

/** Returns the campaign that a claim link names. @throws ServiceError NOT_FOUND */
export const campaignByClaimToken = async (context: AirdropContext, token: string): Promise<CampaignView> =>
  toCampaignView(await loadByClaimToken(context, token));

/**
 * Lists what an address can claim now; private lists count only when the viewer is that address.
 * @throws ServiceError INVALID_ADDRESS, INVALID_CURSOR
 */
export const listClaimable = async (
  context: AirdropContext,
  { address, campaign: campaignId, ...page }: ClaimableQuery,
  viewer: Viewer | undefined,
) => {
  const party = parseParty(address, context.network, 'address');
  const withPrivateLists = isViewer(viewer, party, context.network);
  const at = Number(await viewTime(context));
  const request = { recipientHash: party.hashHex, withPrivateLists, at, campaignId };
  const { rows, nextCursor } = await withCursor(() =>
    context.airdrops.claimable({ ...request, limit: limitOf(page), cursor: page.cursor }),
  );
  const claimable = rows.map(({ campaign, amount, claimed, laneLeft }) => ({
    campaign: toCampaignView(campaign),
    amount,
    claimsMade: claimed,
    claimsLeft: Math.min(campaign.maxClaimsPerAddress - claimed, laneLeft),
  }));
  return {
    address: party.address,
    claimable,
    campaigns: claimable.map(({ campaign }) => campaign),
    total: claimable.length,
    nextCursor,
    privateListsIncluded: withPrivateLists,
  };
};
