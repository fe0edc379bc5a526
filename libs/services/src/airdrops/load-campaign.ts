import type { CampaignRecord } from '@weir/infra';
import { MAY_HAVE_EXPIRED } from '../shared/keeping.js';
import { parseParty, sameParty } from '../shared/parties.js';
import { ServiceError } from '../shared/service-error.js';
import type { AirdropContext } from './airdrop-context.js';
import type { LoadedContract } from './campaign-contracts.js';

/** What is answered where there is no campaign. */
export const noSuchCampaign = (details: Readonly<Record<string, unknown>>): ServiceError =>
  new ServiceError('NOT_FOUND', `There is no such campaign. ${MAY_HAVE_EXPIRED}`, details);

/** @throws ServiceError NOT_FOUND */
export const loadCampaign = async ({ airdrops }: AirdropContext, id: string): Promise<CampaignRecord> => {
  const campaign = await airdrops.findById(id);
  if (campaign === undefined) throw noSuchCampaign({ id });
  return campaign;
};

/** @throws ServiceError NOT_FOUND */
export const loadByClaimToken = async ({ airdrops }: AirdropContext, token: string): Promise<CampaignRecord> => {
  const campaign = await airdrops.findByClaimToken(token);
  if (campaign === undefined) throw noSuchCampaign({ token });
  return campaign;
};

/** @throws ServiceError INVALID_ADDRESS, FORBIDDEN */
export const assertCreator = (
  campaign: CampaignRecord,
  named: string,
  field: string,
  { network }: AirdropContext,
): void => {
  if (parseParty(named, network, field).hashHex === campaign.creatorHash) return;
  throw new ServiceError('FORBIDDEN', 'Only the creator of the campaign may do this', { creator: campaign.creator });
};

/** Somebody named in a body, who must be the caller where there is one. @throws ServiceError INVALID_ADDRESS, FORBIDDEN */
export const parseActing = (named: string, field: string, caller: string | undefined, { network }: AirdropContext) => {
  const party = parseParty(named, network, field);
  if (caller === undefined || sameParty(party, parseParty(caller, network, 'x-user-address'))) return party;
  throw new ServiceError('FORBIDDEN', `${field} must be the caller`, { [field]: party.address, caller });
};

/** The contract of a campaign. @throws ServiceError WRONG_STATE while its list is missing */
export const contractOf = async (campaign: CampaignRecord, { contracts }: AirdropContext): Promise<LoadedContract> => {
  const loaded = await contracts.of(campaign);
  if (loaded !== undefined) return loaded;
  throw new ServiceError(
    'WRONG_STATE',
    'The campaign has no list of recipients yet: send it to generate-merkle first',
    { status: campaign.status, merkleRoot: null },
  );
};
