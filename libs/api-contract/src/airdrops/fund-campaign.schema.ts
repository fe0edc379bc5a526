import Type, { type Static } from 'typebox';
import { Amount, BaseAmount } from '../shared/amount.schema.js';
import { ConfirmBody, confirmedFields, confirmRoute } from '../shared/confirmation.schema.js';
import { Nullable } from '../shared/nullable.js';
import { buildRoute } from '../shared/route.js';
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

export const airdropFundingInfo = buildRoute({
  operationId: 'getAirdropFundingInfo',
  tags: ['airdrops'],
  summary: 'Build the funding of a campaign',
  description:
    'Only while the campaign is PENDING, and, where it needs a list, once that was sent. Where fees are sponsored the funding holds a reserve for them, which is shown.',
  params: AirdropParams,
  response: { 200: AirdropFundingResponse },
  errors: ['RECORD_EXPIRED'],
});

export const AirdropConfirmResponse = Type.Object(
  {
    ...confirmedFields(AirdropStatus),
    campaign: CampaignResource,
    claim: Type.Optional(CampaignClaim),
  },
  { title: 'AirdropConfirmResponse', description: 'The transaction is on the chain and recorded.' },
);
export type AirdropConfirmResponse = Static<typeof AirdropConfirmResponse>;

export const confirmAirdropFunding = confirmRoute({
  operationId: 'confirmAirdropFunding',
  tags: ['airdrops'],
  summary: 'Confirm the funding of a campaign',
  description: 'The campaign becomes ACTIVE, with whichever of its lists is on the chain.',
  params: AirdropParams,
  body: ConfirmBody,
  response: { 200: AirdropConfirmResponse },
  errors: ['STATE_MOVED'],
});
