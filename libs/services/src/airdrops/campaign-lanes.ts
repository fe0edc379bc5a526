import { hexToBin } from '@bitauth/libauth';
import { publicLaneOf } from '@weir/covenants';
import type { CampaignRecord, LaneRecord } from '@weir/infra';
import { parseParty } from '../shared/parties.js';
import { ServiceError } from '../shared/service-error.js';
import type { AirdropContext } from './airdrop-context.js';
import type { LoadedContract } from './campaign-contracts.js';
import { contractOf, loadCampaign } from './load-campaign.js';

/** How many addresses one request may ask about. */
const MAX_ADDRESSES = 50;

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
    throw new ServiceError('INVALID_REQUEST', `addresses takes ${MAX_ADDRESSES} at most`, {
      field: 'addresses',
      given: addresses.length,
    });
  const campaign = await loadCampaign(context, id);
  const loaded = campaign.requireKyc ? undefined : await contractOf(context, campaign);
  if (loaded?.kind !== 'PUBLIC')
    throw new ServiceError('WRONG_STATE', 'The campaign has a list: each row is paid by the lane that it is on', {
      requireKyc: true,
    });
  const lanes = laneViews(await context.airdrops.lanesOf(id), loaded.contract);
  const asked = await Promise.all(
    addresses.map((address) => addressLane(context, address, campaign, loaded.contract, lanes)),
  );
  return { claimsLeft: lanes.reduce((sum, { claimsLeft }) => sum + claimsLeft, 0), lanes, addresses: asked };
};
