import Type, { type Static } from 'typebox';
import {
  Address,
  amountFields,
  AmountInput,
  Answer,
  AsOf,
  Flag,
  Integer,
  MAX_TRANSACTION_HEX,
  Text,
  TransactionHash,
} from '../shared/fields.schema.js';
import { Nullable } from '../shared/marks.js';
import { NoFields, optional, RequestBody, TransactionQuery } from '../shared/requests.schema.js';
import { buildRoute, callerOptional, confirmRoute, route } from '../shared/route.js';
import { WcTransaction } from '../shared/wc-transaction.schema.js';
import { AssetCategory } from '../tokens/token.schema.js';
import { AirdropParams, AirdropStatus, CampaignClaim, CampaignResource, ClaimLock } from './campaign.schema.js';
import { AirdropConfirmResponse, confirmStep } from './create-campaign.schema.js';

export const AirdropClaimUnsigned = Answer('AirdropClaimUnsigned', 'The claim, to be signed by the claimer.', {
  ...amountFields('claimableAmount', 'What the claim pays.'),
  tokenCategory: AssetCategory(),
  claimNumber: Integer("The address's first, second, ... claim."),
  lane: Type.Integer(),
  feesSponsored: Flag("Whether the campaign pays the fee; else the claimer's wallet does."),
  lock: Nullable(ClaimLock),
  asOf: AsOf(),
  wcTransaction: WcTransaction,
});
export type AirdropClaimUnsigned = Static<typeof AirdropClaimUnsigned>;

export const AirdropClaimRelayed = Answer('AirdropClaimRelayed', 'The claim that the service sent.', {
  relayed: Type.Literal(true),
  txHash: Text('Hash of the claim, which is on its way and recorded: nothing is left to confirm.'),
  ...amountFields('claimedAmount', 'What it pays.'),
  wcTransaction: Type.Null(),
  claim: CampaignClaim,
  lock: Nullable(ClaimLock),
  campaign: CampaignResource,
});
export type AirdropClaimRelayed = Static<typeof AirdropClaimRelayed>;

export const AirdropClaimResponse = Type.Union([AirdropClaimRelayed, AirdropClaimUnsigned], {
  title: 'AirdropClaimResponse',
  description: 'The claim to sign, or the one that was sent.',
});

export const claimAirdrop = buildRoute('airdrops', {
  operationId: 'claimAirdrop',
  summary: 'Claim from a campaign',
  description:
    "Builds the claimer's next claim on the current state, claims in the mempool included. A claim that another one overtakes before it is broadcast is refused by the network: ask again, the new claim works at once. Where the lane of an address is used up while others are not (409 `LANE_EXHAUSTED`), another address may have room: `GET /:id/lanes`. With `relay: true` the service sends the claim of a list itself, where the campaign sponsors fees: who it is for needs no BCH and signs nothing. Without a caller, `claimerAddress` is who claims. Of a list that vests the claim opens a lock (`lock`), which pays the claimer by its schedule.",
  security: callerOptional,
  params: AirdropParams,
  body: RequestBody({
    claimerAddress: Address('Who claims and is paid.'),
    relay: optional(
      Flag('Whether the service sends the claim, unsigned: lists with sponsored fees only. Default false.'),
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

export const confirmAirdropClaim = confirmRoute('airdrops', {
  operationId: 'confirmAirdropClaim',
  summary: 'Confirm a claim',
  description:
    'Records the claim, and others of its lane that came before it. The last possible claim makes the campaign COMPLETED. A wallet that signs without broadcasting sends the signed claim along as `txHex`: overtaken, the answer is 409 `STATE_MOVED`.',
  params: AirdropParams,
  body: RequestBody({
    txHash: TransactionHash('Hash of the claim.'),
    claimedAmount: Type.Optional(AmountInput('What the claim paid; compared with the chain if given.')),
    txHex: Type.Optional(
      Type.String({
        pattern: '^([0-9a-fA-F]{2})+$',
        maxLength: MAX_TRANSACTION_HEX,
        description: 'The signed claim as hex: the service broadcasts it first.',
      }),
    ),
  }),
  response: { 200: AirdropConfirmResponse },
  errors: ['STATE_MOVED', 'BROADCAST_REJECTED'],
});

export const CancelAirdropResponse = Answer('CancelAirdropResponse', 'What the creator signs to close the campaign.', {
  ...amountFields('returnedAmount', 'What is left in the lanes, reserves included, less fees.'),
  tokenCategory: AssetCategory(),
  cancelReturnAddress: Type.String(),
  openLanes: Integer('Lanes that are not closed.'),
  asOf: AsOf(),
  message: Text(
    'Sign it by `bch_signMessage` and send the signature to `close`: closes all lanes, even after claims in between.',
    { examples: ['Close Weir airdrop AAECAwQFBgcICQoL'] },
  ),
  wcTransaction: WcTransaction,
  lanes: Type.Array(Type.Object({ lane: Type.Integer(), wcTransaction: WcTransaction }), {
    description: 'The close of each lane, the first 16: `wcTransaction` is that of the first.',
  }),
});
export type CancelAirdropResponse = Static<typeof CancelAirdropResponse>;

export const cancelAirdrop = route('airdrops', {
  operationId: 'cancelAirdrop',
  summary: 'Build the close of a campaign',
  description:
    'Before the end of a cancelable campaign, and after the end of any. Answers a message to sign, which closes all lanes by `close`, beside transactions that close one lane each.',
  security: callerOptional,
  params: AirdropParams,
  querystring: TransactionQuery,
  body: RequestBody({ creator: optional(Address('The creator, where there is no caller.')) }),
  response: { 200: CancelAirdropResponse },
  errors: ['WRONG_STATE', 'NOT_CANCELABLE', 'CHAIN_UNAVAILABLE'],
});

export const confirmAirdropCancel = confirmStep(
  'confirmAirdropCancel',
  'close of a lane',
  'The campaign becomes CANCELLED when its last lane is closed.',
);

export const CloseAirdropResponse = Answer('CloseAirdropResponse', 'The closes that were sent.', {
  message: Type.String(),
  txHashes: Type.Array(Type.String(), { description: 'A close for each lane that was open.' }),
  openLanes: Type.Integer(),
  status: AirdropStatus,
  campaign: CampaignResource,
});
export type CloseAirdropResponse = Static<typeof CloseAirdropResponse>;

export const closeAirdrop = route('airdrops', {
  operationId: 'closeAirdrop',
  summary: 'Close all lanes by a signed message',
  description:
    "Sends the close of every open lane on its latest state, rebuilt where a claim comes first. The signature is its own proof of who asks: it must be the creator's of the `message` that `cancel` answers.",
  params: AirdropParams,
  body: RequestBody({
    signature: Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'As `bch_signMessage` returns it: base64 of 65 bytes.',
      examples: ['IBimiACbzHLFhs7X82lc4jZc9+EHbVcBTu8OGiIstjyUWiWQNdh3F3A3AdOOBMMn+965EjY6PVstl56g62Wa7vE='],
    }),
  }),
  response: { 200: CloseAirdropResponse },
  errors: ['FORBIDDEN', 'WRONG_STATE', 'NOT_CANCELABLE', 'STATE_MOVED', 'BROADCAST_REJECTED', 'CHAIN_UNAVAILABLE'],
});

export const SyncAirdropResponse = Answer('SyncAirdropResponse', 'The campaign as the chain has it.', {
  openLanes: Type.Integer(),
  status: AirdropStatus,
  campaign: CampaignResource,
});

export const syncAirdrop = route('airdrops', {
  operationId: 'syncAirdrop',
  summary: 'Read what the chain has of a campaign',
  description:
    'Records claims that were not confirmed, rolls back claims that the chain undid, and ends lanes that have paid everything. Claims, confirms and closes do so for their own lane by themselves.',
  params: AirdropParams,
  body: NoFields,
  response: { 200: SyncAirdropResponse },
  errors: ['WRONG_STATE', 'CHAIN_UNAVAILABLE'],
});
