import { InvalidCursorError } from '@weir/infra';
import { parseParty } from '../shared/parties.js';
import { ServiceError } from '../shared/service-error.js';
import type { AirdropContext } from './airdrop-context.js';
import { usableTime } from './airdrop-context.js';
import type { CampaignDetail, CampaignsPage, ClaimableView, ListCampaignsQuery } from './airdrops.types.js';
import { toCampaignView, toClaimView } from './campaign-view.js';
import { loadCampaign } from './load-campaign.js';

/** Rows where a client asks for no page: one that knows only the specification must not lose rows silently. */
const UNPAGED_LIMIT = 1_000;
const MAX_PAGE = 200;

interface Page {
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

const pageOf = ({ limit, cursor }: Page) => ({ limit: limit ?? (cursor === undefined ? UNPAGED_LIMIT : MAX_PAGE), cursor });

const readingCursor = async <T>(read: () => Promise<T>): Promise<T> => {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof InvalidCursorError)) throw error;
    throw new ServiceError('INVALID_CURSOR', error.message, { field: 'cursor' }, { cause: error });
  }
};

/** See {@link AirdropsService.list}. */
export const listCampaigns = async ({ creator, status, ...page }: ListCampaignsQuery, { airdrops, network }: AirdropContext): Promise<CampaignsPage> => {
  const creatorHash = creator === undefined ? undefined : parseParty(creator, network, 'creator').hashHex;
  const { rows, total, nextCursor } = await readingCursor(() => airdrops.list({ creatorHash, status, ...pageOf(page) }));
  return { campaigns: rows.map(toCampaignView), total, nextCursor };
};

/** See {@link AirdropsService.get}. */
export const getCampaign = async (id: string, page: Page, context: AirdropContext): Promise<CampaignDetail> => {
  const campaign = await loadCampaign(context, id);
  const { rows, nextCursor } = await readingCursor(() => context.airdrops.claimsOf(id, pageOf(page)));
  return { campaign: toCampaignView(campaign), claims: rows.flatMap((step) => toClaimView(step) ?? []), nextCursor };
};

/** The latest time a claim may carry, or the clock's where no Electrum server answers. */
const viewTime = async (context: AirdropContext): Promise<number> => {
  try {
    return Number(await usableTime(context));
  } catch {
    return context.now();
  }
};

/** See {@link AirdropsService.claimable}. */
export const listClaimable = async (address: string, context: AirdropContext): Promise<{ readonly address: string; readonly claimable: readonly ClaimableView[] }> => {
  const party = parseParty(address, context.network, 'address');
  const found = await context.airdrops.claimable(party.hashHex, await viewTime(context), UNPAGED_LIMIT);
  const claimable = found.map(({ campaign, amount, claimed }) => ({
    campaign: toCampaignView(campaign),
    amount,
    claimsMade: claimed,
    claimsLeft: campaign.maxClaimsPerAddress - claimed,
  }));
  return { address: party.address, claimable };
};
