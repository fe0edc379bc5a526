import Type, { type Static } from 'typebox';
import { MAX_AIRDROP_LANES, MAX_NAME_LENGTH, MAX_PUBLIC_DESCRIPTION_LENGTH, MAX_RECIPIENTS } from '@weir/kinds';
import { FundingProposal } from '../funding/funding-proposal.schema.js';
import {
  Address,
  amountFields,
  AmountInput,
  Answer,
  Flag,
  Integer,
  Named,
  PLAIN_TEXT,
  Timestamp,
  Uuid,
} from '../shared/fields.schema.js';
import { Nullable } from '../shared/marks.js';
import { CreationHeaders, optional, RequestBody } from '../shared/requests.schema.js';
import { buildRoute, callerOptional, confirmedFields, confirmsOf, route } from '../shared/route.js';
import { Warnings } from '../shared/warnings.schema.js';
import { DUST, FEE_ESTIMATE } from '../streams/create-stream.schema.js';
import { FundingPreparation, FundingReady } from '../streams/funding-info.schema.js';
import { tokenInput, TokenType } from '../streams/stream.schema.js';
import { TokenCategory } from '../tokens/token.schema.js';
import {
  AirdropParams,
  AirdropStatus,
  CampaignClaim,
  CampaignResource,
  CampaignVesting,
  ClaimLock,
  Digest,
  VestingType,
} from './campaign.schema.js';

const VestingInput = RequestBody(
  {
    streamType: VestingType,
    startTime: Timestamp(
      'When vesting starts: a fixed time, the same for all rows. Who claims later has at once what has vested by then.',
    ),
    endTime: Timestamp('When everything has vested.'),
    cliffTimestamp: optional(Timestamp('Until then nothing is paid, within start and end; 0 or null for none.')),
    intervalSeconds: optional(
      Integer(
        'Length of a `STEP`, seconds; the duration must be a multiple of it. Required for `STEP`, not for `LINEAR`. A step of one second pays as `LINEAR` does, and stays a `STEP` in the record, as that of a stream does.',
      ),
    ),
  },
  {
    description:
      'With `requireKyc` alone: each claim opens a lock for its row, which pays by this schedule and which nobody can cancel. Rows are at least 0.0001 BCH. Default none: claims pay at once.',
  },
);

/** What a campaign is created from. Optional fields may be left out or null. */
export const CreateAirdropBody = RequestBody(
  {
    creator: optional(Address('Who funds it and gets back the rest; the caller, where there is one.')),
    vaultId: optional(
      Uuid(
        'The vault that funds it, and is its creator: what is not claimed returns to the vault. For its creator and signers; two signers open it by a proposal of kind `airdrop` (see `proposal` of the answer), and close it by one of kind `cancel`. `creator` may be left out.',
      ),
    ),
    title: Type.String({
      minLength: 1,
      maxLength: MAX_NAME_LENGTH,
      pattern: PLAIN_TEXT,
      description: 'The public name.',
    }),
    description: optional(Type.String({ maxLength: MAX_PUBLIC_DESCRIPTION_LENGTH, pattern: PLAIN_TEXT })),
    ...tokenInput,
    totalAmount: AmountInput('The pool.'),
    amountPerClaim: Type.Optional(
      Type.Unsafe<number | string | null>({
        ...AmountInput(
          'What each claim pays; required unless `requireKyc`, where the rows of the list say it and this is not used.',
        ),
        type: ['number', 'string', 'null'],
      }),
    ),
    maxClaimsPerAddress: optional(
      Type.Integer({ minimum: 1, description: 'Kept by the contract. Default 1; 1 where `requireKyc`.' }),
    ),
    startDate: optional(Timestamp('First claim; default none: as soon as it is funded.')),
    endDate: optional(Timestamp('No claim from then on; default none.')),
    requireKyc: optional(
      Flag('Whether only the addresses of a list may claim: send it to `generate-merkle`. Default false.'),
    ),
    publicList: optional(
      Flag(
        'Whether the rows of its list are shown to everybody who asks for their proof. Else a row is shown to the address that it is for and to the creator. With `requireKyc` alone. Default false.',
      ),
    ),
    vesting: optional(VestingInput),
    cancelable: optional(
      Flag(
        'Whether the creator may close it before its end; enforced by the contract. Default true; `false` demands an `endDate`.',
      ),
    ),
    lanes: optional(
      Type.Integer({
        minimum: 1,
        maximum: MAX_AIRDROP_LANES,
        description:
          'State outputs, each of which serves one claim at a time: a power of two. Default 1, of a list by its size. Of a campaign for everybody each pays its part of the claims to the addresses that chance gives it: with few claims a lane some are used up long before the others (`warnings`).',
      }),
    ),
    sponsorFees: optional(
      Flag('Whether the campaign pays the fees of its claims. Default: true, however many there are.'),
    ),
  },
  {
    title: 'CreateAirdrop',
    examples: [{ title: 'Early supporters', totalAmount: 10, amountPerClaim: 0.01, startDate: 1_767_225_600 }],
  },
);
export type CreateAirdropBody = Static<typeof CreateAirdropBody>;

export const CreateAirdropResponse = Answer('CreateAirdropResponse', 'The stored campaign.', {
  campaign: CampaignResource,
  nextStep: Type.Enum(['generate-merkle', 'funding-info', 'proposal'], {
    description: 'Which route comes next; `proposal`: the request of that name.',
  }),
  warnings: Warnings(),
  proposal: FundingProposal(),
});
export type CreateAirdropResponse = Static<typeof CreateAirdropResponse>;

export const createAirdrop = route('airdrops', {
  operationId: 'createAirdrop',
  summary: 'Create a campaign',
  description:
    'Stores a campaign as PENDING. With `requireKyc` send the list to `generate-merkle` next; then fund it with the transaction of `funding-info`. Without a caller, `creator` is who creates it. With `vaultId` the vault is its creator and funds it: make the request `proposal` of the answer, of a campaign for a list after `generate-merkle`.',
  security: callerOptional,
  headers: CreationHeaders,
  body: CreateAirdropBody,
  response: { 200: CreateAirdropResponse },
  errors: ['INVALID_AMOUNT', 'INVALID_TIME', 'SCHEDULE_UNSOUND'],
});

/** What a campaign is previewed from: what it is created from, and how long its list is. */
export const PreviewAirdropBody = RequestBody(
  {
    ...CreateAirdropBody.properties,
    title: optional(Type.String()),
    recipients: optional(
      Type.Integer({
        minimum: 1,
        maximum: MAX_RECIPIENTS,
        description: 'Rows of the list; required with `requireKyc`.',
      }),
    ),
  },
  { title: 'PreviewAirdrop', examples: [{ totalAmount: 10, requireKyc: true, recipients: 5_000 }] },
);
export type PreviewAirdropBody = Static<typeof PreviewAirdropBody>;

export const PreviewAirdropResponse = Answer('PreviewAirdropResponse', 'What a campaign would come to.', {
  campaign: Type.Object({
    token_type: TokenType,
    token_category: Nullable(TokenCategory()),
    ...amountFields('pool_amount', 'What all claims there can be pay together.'),
    claims: Integer('Claims there can be.'),
    lanes: Integer('State outputs, each of which serves one claim at a time.'),
    sponsor_fees: Flag('Whether the campaign pays the fees of its claims.'),
    vesting: Nullable(CampaignVesting),
  }),
  funding: Type.Object({
    ...amountFields('claimFee', 'What a claim costs at most, for the campaign or the claimer.', 'BCH'),
    ...amountFields('reserve', 'What is locked to pay for all claims; 0 where claimers pay. The rest returns.', 'BCH'),
    ...amountFields('closing', 'What is locked to pay for the closing of the lanes. The rest returns.', 'BCH'),
    ...amountFields('dust', DUST, 'BCH'),
    ...amountFields('networkFeeEstimate', FEE_ESTIMATE, 'BCH'),
    ...amountFields('total', 'BCH that leaves the wallet: all of these, and of a campaign in BCH the pool.', 'BCH'),
  }),
});
export type PreviewAirdropResponse = Static<typeof PreviewAirdropResponse>;

export const previewAirdrop = route('airdrops', {
  operationId: 'previewAirdrop',
  summary: 'Preview a campaign',
  description:
    'Validates as creation does and stores nothing: what funding the campaign would cost, and what its claims would cost their payer.',
  security: callerOptional,
  body: PreviewAirdropBody,
  response: { 200: PreviewAirdropResponse },
  errors: ['INVALID_AMOUNT', 'INVALID_TIME', 'SCHEDULE_UNSOUND'],
});

const { fundingInfo, ...ready } = FundingReady.properties;
const { streamId, sender, ...info } = Type.Omit(fundingInfo, ['recipient']).properties;

export const AirdropFundingReady = Named(
  'AirdropFundingReady',
  'The funding of a campaign, all lanes at once, to be signed by the creator.',
  {
    ...ready,
    fundingInfo: Type.Object({
      ...info,
      campaignId: streamId,
      creator: sender,
      lanes: Type.Integer(),
      claims: Integer('Claims it pays for.'),
      merkleRoot: Nullable(Digest('Root of the list.')),
      ...amountFields('feeReserve', 'What the lanes hold to pay the fees of claims.', 'BCH'),
    }),
  },
);
export type AirdropFundingReady = Static<typeof AirdropFundingReady>;

export const AirdropFundingResponse = Type.Union([AirdropFundingReady, FundingPreparation], {
  title: 'AirdropFundingResponse',
  description: 'The funding, or the preparation it needs first.',
});

export const airdropFundingInfo = buildRoute('airdrops', {
  operationId: 'getAirdropFundingInfo',
  summary: 'Build the funding of a campaign',
  description:
    'Only while the campaign is PENDING, and, where it needs a list, once that was sent. Where fees are sponsored the funding holds a reserve for them, which is shown.',
  params: AirdropParams,
  response: { 200: AirdropFundingResponse },
  errors: ['RECORD_EXPIRED'],
});

export const AirdropConfirmResponse = Named('AirdropConfirmResponse', 'The transaction is on the chain and recorded.', {
  ...confirmedFields(AirdropStatus),
  campaign: CampaignResource,
  claim: Type.Optional(CampaignClaim),
  lock: Type.Optional(Nullable(ClaimLock)),
});
export type AirdropConfirmResponse = Static<typeof AirdropConfirmResponse>;

/** Confirms a step of a campaign by its hash alone. */
export const confirmStep = confirmsOf('airdrops', {
  params: AirdropParams,
  response: { 200: AirdropConfirmResponse },
  errors: ['STATE_MOVED'],
});

export const confirmAirdropFunding = confirmStep(
  'confirmAirdropFunding',
  'funding of a campaign',
  'The campaign becomes ACTIVE, with the one of its lists that is on the chain.',
);
