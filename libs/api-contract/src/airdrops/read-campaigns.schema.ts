import Type, { type Static } from 'typebox';
import { Address, Amount, BaseAmount, Success, amountFields } from '../shared/fields.schema.js';
import { Nullable } from '../shared/marks.js';
import { nextCursor, pageQuery } from '../shared/requests.schema.js';
import { callerOptional, route } from '../shared/route.js';
import { AirdropParams, AirdropStatus, CampaignClaim, CampaignResource } from './campaign.schema.js';

export const ListAirdropsQuery = Type.Object({
  creator: Type.Optional(Address('Only campaigns of this creator.')),
  status: Type.Optional(AirdropStatus),
  ...pageQuery('Rows'),
});

export const ListAirdropsResponse = Type.Object(
  {
    success: Success(),
    airdrops: Type.Array(CampaignResource, { description: 'The newest first.' }),
    total: Type.Integer({ description: 'How many match, on all pages.' }),
    nextCursor: nextCursor(),
  },
  { title: 'ListAirdropsResponse', description: 'A page of campaigns.' },
);
export type ListAirdropsResponse = Static<typeof ListAirdropsResponse>;

export const listAirdrops = route('airdrops', {
  operationId: 'listAirdrops',
  summary: 'List campaigns',
  querystring: ListAirdropsQuery,
  response: { 200: ListAirdropsResponse },
  errors: ['INVALID_ADDRESS'],
});

const RolledBack = Type.Object({
  of: Type.Enum(['funded', 'claimed', 'closed', 'completed'], { description: 'The step that was rolled back.' }),
  at: Type.Integer({ description: 'When that was noticed, Unix seconds.' }),
  tx_hash: Type.String(),
  amount: Amount('What the step had moved.'),
  amount_base: BaseAmount(),
  reason: Type.Enum(['replaced', 'vanished'], {
    description: 'Another transaction took its place, or no server has it any more.',
  }),
  replaced_by: Nullable(Type.String({ description: 'The transaction that took its place.' })),
});

export const GetAirdropResponse = Type.Object(
  {
    success: Success(),
    campaign: CampaignResource,
    claims: Type.Array(CampaignClaim, { description: 'The newest first.' }),
    taken_back: Type.Array(RolledBack, {
      description:
        'Steps that were recorded and that the chain took back (a double spend, a reorganisation): the latest hundred, the oldest of them first. One that came back is among the claims again.',
    }),
    nextCursor: nextCursor(),
  },
  { title: 'GetAirdropResponse', description: 'A campaign and a page of its claims.' },
);
export type GetAirdropResponse = Static<typeof GetAirdropResponse>;

export const getAirdrop = route('airdrops', {
  operationId: 'getAirdrop',
  summary: 'Get a campaign with its claims',
  description: 'Open to everybody. Members of the private vault that is its creator see its `vault_id`.',
  security: callerOptional,
  params: AirdropParams,
  querystring: Type.Object(pageQuery('Rows')),
  response: { 200: GetAirdropResponse },
});

export const ClaimLinkResponse = Type.Object(
  { success: Success(), campaign: CampaignResource },
  { title: 'ClaimLinkResponse', description: 'The campaign of a claim link.' },
);

export const getClaimLink = route('airdrops', {
  operationId: 'getAirdropByClaimLink',
  summary: 'Get the campaign that a claim link names',
  params: Type.Object({
    token: Type.String({
      pattern: '^[A-Za-z0-9_-]{1,64}$',
      description: "The last part of the campaign's `claim_link`.",
    }),
  }),
  response: { 200: ClaimLinkResponse },
  errors: ['NOT_FOUND'],
});

const Claimable = Type.Object({
  campaign: CampaignResource,
  ...amountFields('amount', 'What one claim pays this address.'),
  claimsMade: Type.Integer(),
  claimsLeft: Type.Integer(),
});

export const ClaimableResponse = Type.Object(
  {
    success: Success(),
    address: Type.String(),
    claimable: Type.Array(Claimable, { description: 'The newest campaign first.' }),
    campaigns: Type.Array(CampaignResource, { description: 'The campaigns alone.' }),
    total: Type.Integer({ description: 'How many are listed here.' }),
    nextCursor: nextCursor(),
    privateListsIncluded: Type.Boolean({
      description: 'Whether campaigns with a private list were looked through: only if `address` is the caller.',
    }),
  },
  { title: 'ClaimableResponse', description: 'What an address can claim now.' },
);
export type ClaimableResponse = Static<typeof ClaimableResponse>;

export const getClaimable = route('airdrops', {
  operationId: 'getClaimableAirdrops',
  summary: 'List what an address can claim now',
  description:
    'Campaigns under way whose list has the address, and those for everybody, as long as it has claims left; the newest first. Private lists are included only if the caller is the address.',
  security: callerOptional,
  querystring: Type.Object({
    address: Address('Who would claim.'),
    campaign: Type.Optional(
      Type.String({ format: 'uuid', description: 'Only this campaign: whether the address can claim from it now.' }),
    ),
    ...pageQuery('Rows'),
  }),
  response: { 200: ClaimableResponse },
});

const Lane = Type.Object({
  lane: Type.Integer(),
  claimsDue: Type.Integer({ description: 'Claims it pays in all.' }),
  claimsMade: Type.Integer(),
  claimsLeft: Type.Integer({ description: '0 once it is closed.' }),
});

const AddressLane = Type.Object({
  address: Type.String(),
  lane: Type.Integer({ description: 'The lane that pays it, which the contract fixes.' }),
  claimsMade: Type.Integer(),
  claimsLeft: Type.Integer({ description: 'Claims that the address and its lane both have left.' }),
});

export const AirdropLanesResponse = Type.Object(
  {
    success: Success(),
    claimsLeft: Type.Integer({ description: 'Of all lanes together.' }),
    lanes: Type.Array(Lane),
    addresses: Type.Array(AddressLane, { description: 'The requested addresses, in their order.' }),
  },
  { title: 'AirdropLanesResponse', description: 'The lanes of a campaign, and which of them pays which address.' },
);
export type AirdropLanesResponse = Static<typeof AirdropLanesResponse>;

export const getAirdropLanes = route('airdrops', {
  operationId: 'getAirdropLanes',
  summary: 'Show which lane pays which address',
  description:
    'For a campaign for everybody. Each address is paid by one lane, as chance has it, and a lane pays its part of the claims: where it is used up (409 `LANE_EXHAUSTED`), another address of the same wallet may have room on its own.',
  params: AirdropParams,
  querystring: Type.Object({
    addresses: Type.Optional(
      Type.String({
        maxLength: 5_000,
        pattern: '^[A-Za-z0-9:]+(,[A-Za-z0-9:]+)*$',
        description: 'Addresses, separated by commas; 50 at most.',
      }),
    ),
  }),
  response: { 200: AirdropLanesResponse },
  errors: ['INVALID_ADDRESS', 'WRONG_STATE'],
});
