import type { CampaignRecord } from '@weir/infra';
import { addressesOf, type Caller, isCaller, parseParty } from '../../shared/parties.js';
import { MAY_HAVE_EXPIRED } from '../../shared/retention.js';
import { ServiceError } from '../../shared/service-error.js';
import { actsForOwner } from '../../shared/vaults/vault-access.js';
import type { AirdropContext } from './airdrop-context.js';
import type { LoadedContract } from './campaign-contracts.js';

/** Makes the refusal of an id or token that no campaign has. */
export const noSuchCampaign = (details: Readonly<Record<string, unknown>>): ServiceError =>
  new ServiceError('NOT_FOUND', `There is no such campaign. ${MAY_HAVE_EXPIRED}`, details);

/** Loads a campaign by its id. @throws ServiceError NOT_FOUND */
export const loadCampaign = async ({ airdrops }: AirdropContext, id: string): Promise<CampaignRecord> => {
  const campaign = await airdrops.findById(id);
  if (campaign === undefined) throw noSuchCampaign({ id });
  return campaign;
};

/** A campaign as it was found. Only one that is not funded can be without a contract: its list may be missing. */
export interface FoundCampaign {
  readonly campaign: CampaignRecord;
  readonly loaded: LoadedContract | undefined;
}

/** Loads a campaign and its contract by its id. @throws ServiceError NOT_FOUND */
export const findCampaign = async (
  { airdrops, contracts }: Pick<AirdropContext, 'airdrops' | 'contracts'>,
  id: string,
): Promise<FoundCampaign> => {
  const campaign = await airdrops.findById(id);
  if (campaign === undefined) throw noSuchCampaign({ id });
  return { campaign, loaded: await contracts.of(campaign) };
};

/** Loads the campaign of a claim link. @throws ServiceError NOT_FOUND */
export const loadByClaimToken = async ({ airdrops }: AirdropContext, token: string): Promise<CampaignRecord> => {
  const campaign = await airdrops.findByClaimToken(token);
  if (campaign === undefined) throw noSuchCampaign({ token });
  return campaign;
};

/** Whether one of some keys acts for the creator of a campaign: the key itself, or a vault's creator or signers. */
export const actsForCreator = (
  { vaults }: Pick<AirdropContext, 'vaults'>,
  { creatorHash, vaultId }: Pick<CampaignRecord, 'creatorHash' | 'vaultId'>,
  hashes: readonly string[],
): Promise<boolean> => actsForOwner(vaults, { ownerHash: creatorHash, vaultId }, hashes);

/** Checks that the caller acts for the creator of a campaign. @throws ServiceError INVALID_ADDRESS, FORBIDDEN */
export const assertCreator = async (
  context: Pick<AirdropContext, 'network' | 'vaults'>,
  campaign: CampaignRecord,
  named: Caller,
  field: string,
): Promise<void> => {
  const hashes = addressesOf(named).map((address) => parseParty(address, context.network, field).hashHex);
  if (await actsForCreator(context, campaign, hashes)) return;
  const who = campaign.vaultId === null ? 'the creator of the campaign' : 'members of the vault that is its creator';
  throw new ServiceError('FORBIDDEN', `Only ${who} may do this`, { creator: campaign.creator });
};

/**
 * Refuses a vault's campaign where only a key can sign: a vault funds and closes by proposals.
 *
 * @param act what it does to the campaign, in words, and the kind of the proposal
 * @throws ServiceError WRONG_STATE
 */
export const assertOfKey = (
  { id, vaultId, status }: CampaignRecord,
  act: { readonly words: string; readonly kind: 'airdrop' | 'cancel' },
): void => {
  if (vaultId === null) return;
  throw new ServiceError(
    'WRONG_STATE',
    `The creator of the campaign is a vault: two of its signers ${act.words} it by a proposal (POST /api/vaults/:id/proposals)`,
    { status, proposal: { kind: act.kind, campaignId: id } },
  );
};

/** Reads the party named in a body, who must be the caller where there is one. @throws ServiceError INVALID_ADDRESS, FORBIDDEN */
export const parseActing = ({ network }: AirdropContext, named: string, field: string, caller: Caller | undefined) => {
  const party = parseParty(named, network, field);
  if (caller === undefined || isCaller(caller, party, network)) return party;
  throw new ServiceError('FORBIDDEN', `${field} must be the caller`, {
    [field]: party.address,
    caller: addressesOf(caller)[0],
  });
};

export interface BuiltCampaign {
  readonly campaign: CampaignRecord;
  readonly loaded: LoadedContract;
}

/** Returns the contract of a campaign. @throws ServiceError WRONG_STATE while its list is missing */
export const contractOf = async ({ contracts }: AirdropContext, campaign: CampaignRecord): Promise<LoadedContract> => {
  const loaded = await contracts.of(campaign);
  if (loaded !== undefined) return loaded;
  throw new ServiceError('WRONG_STATE', 'The campaign has no list of recipients: send one to generate-merkle first', {
    status: campaign.status,
    merkleRoot: null,
  });
};
