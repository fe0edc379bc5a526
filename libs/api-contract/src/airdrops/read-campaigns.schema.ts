import Type, { type Static } from 'typebox';
import { MAX_ADDRESSES, ROLLBACK_REASONS } from '@weir/kinds';
import {
  Amount,
  amountFields,
  Answer,
  BaseAmount,
  Flag,
  Integer,
  KeyAddresses,
  PartyAddresses,
  Text,
  TextOrNull,
  Uuid,
} from '../shared/fields.schema.js';
import { Nullable } from '../shared/marks.js';
import { nextCursor, pageQuery } from '../shared/requests.schema.js';
import { callerOptional, route } from '../shared/route.js';
import { AirdropParams, AirdropStatus, CampaignClaim, CampaignResource, ClaimLock } from './campaign.schema.js';

export const ListAirdropsQuery = Type.Object({
  creator: Type.Optional(PartyAddresses('Only campaigns of this creator.')),
  status: Type.Optional(AirdropStatus),
  ...pageQuery('Rows'),
});
export type ListAirdropsQuery = Static<typeof ListAirdropsQuery>;

export const ListAirdropsResponse = Answer('ListAirdropsResponse', 'A page of campaigns.', {
  airdrops: Type.Array(CampaignResource, { description: 'The newest first.' }),
  total: Integer('How many match, on all pages.'),
  nextCursor: nextCursor(),
});
export type ListAirdropsResponse = Static<typeof ListAirdropsResponse>;

export const listAirdrops = route('airdrops', {
  operationId: 'listAirdrops',
  summary: 'List campaigns',
  description:
    'The newest first. Lists of recipients are not part of them: `/api/airdrops/claimable` finds what an address can claim.',
  querystring: ListAirdropsQuery,
  response: { 200: ListAirdropsResponse },
  errors: ['INVALID_ADDRESS'],
});

const RolledBack = Type.Object({
  of: Type.Enum(['funded', 'claimed', 'closed', 'completed'], { description: 'The step that was rolled back.' }),
  at: Integer('When that was noticed, Unix seconds.'),
  tx_hash: Type.String(),
  amount: Amount('What the step had moved.'),
  amount_base: BaseAmount(),
  reason: Type.Enum([...ROLLBACK_REASONS], {
    description: 'Another transaction took its place, or no server has it any more.',
  }),
  replaced_by: TextOrNull('The transaction that took its place.'),
});

export const GetAirdropResponse = Answer('GetAirdropResponse', 'A campaign and a page of its claims.', {
  campaign: CampaignResource,
  claims: Type.Array(CampaignClaim, { description: 'The newest first.' }),
  taken_back: Type.Array(RolledBack, {
    description:
      'Steps that were recorded and that the chain took back (a double spend, a reorganisation): the latest hundred, the oldest of them first. One that came back is among the claims again.',
  }),
  nextCursor: nextCursor(),
});
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

export const ClaimLinkResponse = Answer('ClaimLinkResponse', 'The campaign of a claim link.', {
  campaign: CampaignResource,
});

export const getClaimLink = route('airdrops', {
  operationId: 'getAirdropByClaimLink',
  summary: 'Get the campaign that a claim link names',
  description:
    "What the page of a claim link shows; browsers that ask for HTML are led to that page where the console is served. `claim` is never an id: ids of campaigns are UUIDs, so this path is no other's.",
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
  address: Text('Which of the addresses claims it.'),
  ...amountFields('amount', 'What one claim pays this address.'),
  claimsMade: Type.Integer(),
  claimsLeft: Type.Integer(),
  lock: Nullable(ClaimLock),
});

export const ClaimableResponse = Answer('ClaimableResponse', 'What the addresses of a wallet can claim now.', {
  address: Text('The first of the addresses.'),
  claimable: Type.Array(Claimable, {
    description:
      'The newest campaign first: of a list the row of each of the addresses, and a campaign for everybody once, for the first of them that can. The rows of a campaign are on one page.',
  }),
  campaigns: Type.Array(CampaignResource, { description: 'The campaigns alone, each once.' }),
  total: Integer('How many are listed here.'),
  nextCursor: nextCursor(),
  privateListsIncluded: Flag(
    'Whether private lists were looked through for all of the addresses: only for those that the caller is.',
  ),
});
export type ClaimableResponse = Static<typeof ClaimableResponse>;

export const getClaimable = route('airdrops', {
  operationId: 'getClaimableAirdrops',
  summary: 'List what the addresses of a wallet can claim now',
  description:
    'Campaigns under way whose list has one of the addresses, and those for everybody, as long as it has claims left; the newest first. Rows of private lists are included only for addresses that the caller is.',
  security: callerOptional,
  querystring: Type.Object({
    address: KeyAddresses('Who would claim.'),
    campaign: Type.Optional(Uuid('Only this campaign: which of the addresses can claim from it now.')),
    ...pageQuery('Rows'),
  }),
  response: { 200: ClaimableResponse },
});

const Lane = Type.Object({
  lane: Type.Integer(),
  claimsDue: Integer('Claims it pays in all.'),
  claimsMade: Type.Integer(),
  claimsLeft: Integer('0 once it is closed.'),
});

const AddressLane = Type.Object({
  address: Type.String(),
  lane: Integer('The lane that pays it, which the contract fixes.'),
  claimsMade: Type.Integer(),
  claimsLeft: Integer('Claims that the address and its lane both have left.'),
});

export const AirdropLanesResponse = Answer(
  'AirdropLanesResponse',
  'The lanes of a campaign, and which of them pays which address.',
  {
    claimsLeft: Integer('Of all lanes together.'),
    lanes: Type.Array(Lane),
    addresses: Type.Array(AddressLane, { description: 'The requested addresses, in their order.' }),
  },
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
        description: `Addresses, separated by commas; ${MAX_ADDRESSES} at most.`,
      }),
    ),
  }),
  response: { 200: AirdropLanesResponse },
  errors: ['INVALID_ADDRESS', 'WRONG_STATE'],
});
