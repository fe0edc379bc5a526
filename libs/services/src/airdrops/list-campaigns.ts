import { hexToBin } from '@bitauth/libauth';
import { type Network, publicLaneOf } from '@weir/covenants';
import type { CampaignRecord, EventRecord, LaneRecord } from '@weir/infra';
import { MAX_ADDRESSES } from '@weir/kinds';
import { viewTime } from '../shared/chain-time.js';
import { limitOf, type Page, withCursor } from '../shared/paging.js';
import { callerHashes, parseParty, parsePartyKeys, type Party, type Viewer } from '../shared/parties.js';
import { ServiceError } from '../shared/service-error.js';
import { vaultSeenBy } from '../shared/vaults/vault-access.js';
import type { AirdropContext } from './campaign/airdrop-context.js';
import type { ClaimableQuery, ListAirdropsQuery } from './campaign/airdrops.types.js';
import type { LoadedContract } from './campaign/campaign-contracts.js';
import { toCampaignView, toClaimView } from './campaign/campaign-view.js';
import { claimedLockView } from './campaign/claimed-lock.js';
import { contractOf, loadByClaimToken, loadCampaign, noSuchCampaign } from './campaign/load-campaign.js';
import { openLanes } from './closing/open-lanes.js';

/**
 * Brings a funded campaign's lanes up to the chain, and ends those that have paid all.
 *
 * @throws ServiceError WRONG_STATE
 */
export const syncCampaign = async (context: AirdropContext, id: string) => {
  const campaign = await loadCampaign(context, id);
  if (campaign.funding === null)
    throw new ServiceError('WRONG_STATE', 'The campaign is PENDING and not on the chain yet', {
      status: campaign.status,
    });
  const open = await openLanes(context, { campaign, loaded: await contractOf(context, campaign) });
  const synced = toCampaignView(await loadCampaign(context, id));
  return { openLanes: open.length, status: synced.status, campaign: synced };
};

type PublicContract = Extract<LoadedContract, { kind: 'PUBLIC' }>['contract'];

/** The lanes as recorded, or as they will be while the campaign is not funded yet. */
const laneViews = (recorded: readonly LaneRecord[], { parameters }: PublicContract) => {
  const claimsDue = parameters.claims / parameters.lanes;
  return Array.from({ length: parameters.lanes }, (_, lane) => {
    const found = recorded.find((each) => each.lane === lane);
    const claimsMade = found?.claims ?? 0;
    const isClosed = found !== undefined && found.state === null;
    return { lane, claimsDue, claimsMade, claimsLeft: isClosed ? 0 : claimsDue - claimsMade };
  });
};

const addressLane = async (
  { airdrops, network }: AirdropContext,
  text: string,
  campaign: CampaignRecord,
  { parameters }: PublicContract,
  lanes: ReturnType<typeof laneViews>,
) => {
  const { address, hashHex } = parseParty(text, network, 'addresses');
  const lane = publicLaneOf(parameters, hexToBin(hashHex));
  const claimsMade = (await airdrops.claimsBy(campaign.id, hashHex)).length;
  const own = Math.max(campaign.maxClaimsPerAddress - claimsMade, 0);
  return { address, lane, claimsMade, claimsLeft: Math.min(own, lanes[lane]?.claimsLeft ?? 0) };
};

/**
 * Returns the lanes of a campaign for everybody, and which of them pays these addresses, 50 at most.
 * @throws ServiceError INVALID_REQUEST, INVALID_ADDRESS, WRONG_STATE
 */
export const campaignLanes = async (context: AirdropContext, id: string, addresses: readonly string[]) => {
  if (addresses.length > MAX_ADDRESSES)
    throw new ServiceError('INVALID_REQUEST', `addresses must name at most ${MAX_ADDRESSES}`, {
      field: 'addresses',
      given: addresses.length,
    });
  const campaign = await loadCampaign(context, id);
  const loaded = campaign.requireKyc ? undefined : await contractOf(context, campaign);
  if (loaded?.kind !== 'PUBLIC')
    throw new ServiceError('WRONG_STATE', 'The campaign has a list: lanes are shown for public campaigns only', {
      requireKyc: true,
    });
  const lanes = laneViews(await context.airdrops.lanesOf(id), loaded.contract);
  const asked = await Promise.all(
    addresses.map((address) => addressLane(context, address, campaign, loaded.contract, lanes)),
  );
  return { claimsLeft: lanes.reduce((sum, { claimsLeft }) => sum + claimsLeft, 0), lanes, addresses: asked };
};

/**
 * Lists campaigns, the newest first.
 *
 * @throws ServiceError INVALID_ADDRESS, INVALID_CURSOR
 */
export const listCampaigns = async (
  { airdrops, network }: AirdropContext,
  { creator, status, ...page }: ListAirdropsQuery,
) => {
  const creatorHashes = creator === undefined ? undefined : parsePartyKeys(creator, network, 'creator');
  const { rows, total, nextCursor } = await withCursor(() =>
    airdrops.list({ creatorHashes, status, limit: limitOf(page), cursor: page.cursor }),
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
export const campaignByClaimToken = async (context: AirdropContext, token: string) =>
  toCampaignView(await loadByClaimToken(context, token));

const parseClaimers = (addresses: string, network: Network): readonly [Party, ...Party[]] => {
  const [first = '', ...others] = addresses.split(',');
  const parse = (address: string): Party => parseParty(address, network, 'address');
  return [parse(first), ...others.map(parse)];
};

/**
 * Lists what the addresses of a wallet can claim now; private lists count only for those that the viewer is.
 * @throws ServiceError INVALID_ADDRESS, INVALID_CURSOR
 */
export const listClaimable = async (
  context: AirdropContext,
  { address, campaign: campaignId, kind, ...page }: ClaimableQuery,
  viewer: Viewer | undefined,
) => {
  const claimers = parseClaimers(address, context.network);
  // An address that is named twice is one claimer.
  const byHash = new Map(claimers.map((one) => [one.hashHex, one]));
  const viewers = new Set(viewer === undefined ? [] : callerHashes(viewer.addresses, context.network));
  const recipientHashes = [...byHash.keys()];
  const privateHashes = recipientHashes.filter((hash) => viewers.has(hash));
  const asOf = await viewTime(context);
  const request = { recipientHashes, privateHashes, at: Number(asOf), campaignId, kind };
  const { rows, nextCursor } = await withCursor(() =>
    context.airdrops.claimable({ ...request, limit: limitOf(page), cursor: page.cursor }),
  );
  const claimable = rows.flatMap(({ campaign, recipientHash, amount, claimed, laneLeft }) => {
    const claimer = byHash.get(recipientHash);
    return claimer === undefined
      ? []
      : {
          campaign: toCampaignView(campaign),
          address: claimer.address,
          amount,
          claimsMade: claimed,
          claimsLeft: Math.min(campaign.maxClaimsPerAddress - claimed, laneLeft),
          lock: claimedLockView(context.network, campaign, claimer, amount, asOf),
        };
  });
  return {
    address: claimers[0].address,
    claimable,
    campaigns: [...new Map(claimable.map(({ campaign }) => [campaign.id, campaign])).values()],
    total: claimable.length,
    nextCursor,
    privateListsIncluded: privateHashes.length === recipientHashes.length,
  };
};
