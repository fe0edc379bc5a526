import Type, { type Static } from 'typebox';
import { Amount, AmountInput, BaseAmount } from '../shared/amount.schema.js';
import { callerOptional } from '../shared/caller.js';
import { confirmRoute } from '../shared/confirmation.schema.js';
import { Address, AsOf, Success, TransactionHash } from '../shared/fields.schema.js';
import { optional, RequestBody } from '../shared/requests.schema.js';
import { buildRoute } from '../shared/route.js';
import { WcTransaction } from '../shared/wc-transaction.schema.js';
import { AssetCategory } from '../tokens/token.schema.js';
import { AirdropParams } from './airdrop-words.schema.js';
import { CampaignClaim, CampaignResource } from './campaign.schema.js';
import { AirdropConfirmResponse } from './fund-campaign.schema.js';

export const AirdropClaimUnsigned = Type.Object(
  {
    success: Success(),
    claimableAmount: Amount('What the claim pays.'),
    claimableAmountBase: BaseAmount(),
    tokenCategory: AssetCategory(),
    claimNumber: Type.Integer({ description: "The address's first, second, ... claim." }),
    lane: Type.Integer(),
    feesSponsored: Type.Boolean({ description: "Whether the campaign pays the fee; else the claimer's wallet does." }),
    asOf: AsOf(),
    wcTransaction: WcTransaction,
  },
  { title: 'AirdropClaimUnsigned', description: 'The claim, to be signed by the claimer.' },
);
export type AirdropClaimUnsigned = Static<typeof AirdropClaimUnsigned>;

export const AirdropClaimRelayed = Type.Object(
  {
    success: Success(),
    relayed: Type.Literal(true),
    txHash: Type.String({
      description: 'Hash of the claim, which is on its way and recorded: nothing is left to confirm.',
    }),
    claimedAmount: Amount('What it pays.'),
    claimedAmountBase: BaseAmount(),
    wcTransaction: Type.Null(),
    claim: CampaignClaim,
    campaign: CampaignResource,
  },
  { title: 'AirdropClaimRelayed', description: 'The claim that the service sent.' },
);
export type AirdropClaimRelayed = Static<typeof AirdropClaimRelayed>;

export const AirdropClaimResponse = Type.Union([AirdropClaimRelayed, AirdropClaimUnsigned], {
  title: 'AirdropClaimResponse',
  description: 'The claim to sign, or the one that was sent.',
});
export type AirdropClaimResponse = Static<typeof AirdropClaimResponse>;

export const claimAirdrop = buildRoute({
  operationId: 'claimAirdrop',
  tags: ['airdrops'],
  summary: 'Claim from a campaign',
  description:
    "Builds the claimer's next claim on what there is now, claims in the mempool included. A claim that another one overtakes before it is broadcast is refused by the network: ask again, the new claim works at once. Where the lane of an address is used up while others are not (409 `LANE_EXHAUSTED`), another address may have room: `GET /:id/lanes`. With `relay: true` the service sends the claim of a list itself, where the campaign sponsors fees: who it is for needs no BCH and signs nothing. Without a caller, `claimerAddress` is who claims.",
  security: callerOptional,
  params: AirdropParams,
  body: RequestBody({
    claimerAddress: Address('Who claims and is paid.'),
    relay: optional(
      Type.Boolean({
        description: 'Whether the service sends the claim, unsigned: lists with sponsored fees only. Default false.',
      }),
    ),
  }),
  response: { 200: AirdropClaimResponse },
  errors: [
    'NOT_ELIGIBLE',
    'OUTSIDE_CLAIM_WINDOW',
    'CLAIM_LIMIT_REACHED',
    'LANE_EXHAUSTED',
    'FEES_NOT_SPONSORED',
    'FEE_RATE_TOO_HIGH',
    'STATE_MOVED',
    'BROADCAST_REJECTED',
  ],
});

export const confirmAirdropClaim = confirmRoute({
  operationId: 'confirmAirdropClaim',
  tags: ['airdrops'],
  summary: 'Confirm a claim',
  description:
    'Records the claim, and others of its lane that came before it. The last claim there can be makes the campaign COMPLETED. A wallet that signs without broadcasting sends the signed claim along as `txHex`: overtaken, the answer is 409 `STATE_MOVED`.',
  params: AirdropParams,
  body: RequestBody({
    txHash: TransactionHash('Hash of the claim.'),
    claimedAmount: Type.Optional(AmountInput('What the claim paid; compared with the chain where it is given.')),
    txHex: Type.Optional(
      Type.String({
        pattern: '^([0-9a-fA-F]{2})+$',
        maxLength: 200_000,
        description: 'The signed claim as hex: the service broadcasts it first.',
      }),
    ),
  }),
  response: { 200: AirdropConfirmResponse },
  errors: ['STATE_MOVED', 'BROADCAST_REJECTED'],
});
