import Type, { type Static } from 'typebox';
import { Amount, BaseAmount } from '../shared/amount.schema.js';
import { BODY_ERRORS, errorResponses } from '../shared/error.schema.js';
import { Nullable } from '../shared/nullable.js';
import type { RouteSchema } from '../shared/route-schema.js';
import { TransactionQuery } from '../shared/transaction-query.schema.js';
import { ConfirmBody, ConfirmResponse, IDEMPOTENT } from '../streams/confirm-stream.schema.js';
import { FundingPreparation, FundingReady } from '../streams/funding-info.schema.js';
import { AirdropParams, AirdropStatus, Digest } from './airdrop-words.schema.js';
import { CampaignClaim, CampaignResource } from './campaign.schema.js';

const { fundingInfo, ...ready } = FundingReady.properties;
const { streamId, sender, ...info } = Type.Omit(fundingInfo, ['recipient']).properties;

export const AirdropFundingReady = Type.Object(
  {
    ...ready,
    fundingInfo: Type.Object({
      ...info,
      campaignId: streamId,
      creator: sender,
      lanes: Type.Integer(),
      claims: Type.Integer({ description: 'Claims it pays for.' }),
      merkleRoot: Nullable(Digest('Root of the list.')),
      feeReserve: Amount('What the lanes hold to pay the fees of claims.', 'BCH'),
      feeReserveBase: BaseAmount(),
    }),
  },
  {
    title: 'AirdropFundingReady',
    description: 'The funding of a campaign, all lanes at once, to be signed by the creator.',
  },
);
export type AirdropFundingReady = Static<typeof AirdropFundingReady>;

export const AirdropFundingResponse = Type.Union([AirdropFundingReady, FundingPreparation], {
  title: 'AirdropFundingResponse',
  description: 'The funding, or the preparation it needs first.',
});
export type AirdropFundingResponse = Static<typeof AirdropFundingResponse>;

export const airdropFundingInfo = {
  operationId: 'getAirdropFundingInfo',
  tags: ['airdrops'],
  summary: 'Build the funding of a campaign',
  description:
    'Only while the campaign is PENDING, and, where it needs a list, once that was sent. Where fees are sponsored the funding holds a reserve for them, which is shown.',
  params: AirdropParams,
  querystring: TransactionQuery,
  response: {
    200: AirdropFundingResponse,
    ...errorResponses('NOT_FOUND', 'RECORD_EXPIRED', 'WRONG_STATE', 'INSUFFICIENT_FUNDS', 'CHAIN_UNAVAILABLE'),
  },
} as const satisfies RouteSchema;

const { properties: confirmed } = Type.Omit(ConfirmResponse, ['stream', 'claim']);

export const AirdropConfirmResponse = Type.Object(
  { ...confirmed, status: AirdropStatus, campaign: CampaignResource, claim: Type.Optional(CampaignClaim) },
  { title: 'AirdropConfirmResponse', description: 'The transaction is on the chain and recorded.' },
);
export type AirdropConfirmResponse = Static<typeof AirdropConfirmResponse>;

/** Codes that every confirm route of campaigns can answer. */
export const CONFIRM_ERRORS = [
  'NOT_FOUND',
  'WRONG_STATE',
  'TX_NOT_FOUND',
  'TX_REPLACED',
  'TX_UNCONFIRMED',
  'HASH_ALREADY_USED',
  'TX_MISMATCH',
  'STATE_MOVED',
  'CHAIN_UNAVAILABLE',
  ...BODY_ERRORS,
] as const;

export const confirmAirdropFunding = {
  operationId: 'confirmAirdropFunding',
  tags: ['airdrops'],
  summary: 'Confirm the funding of a campaign',
  description: `The campaign becomes ACTIVE, with whichever of its lists is on the chain. ${IDEMPOTENT}`,
  params: AirdropParams,
  body: ConfirmBody,
  response: { 200: AirdropConfirmResponse, ...errorResponses(...CONFIRM_ERRORS) },
} as const satisfies RouteSchema;
