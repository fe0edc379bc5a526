import Type, { type Static } from 'typebox';
import { Amount, BaseAmount } from '../shared/amount.schema.js';
import { callerOptional } from '../shared/caller.js';
import { ConfirmBody, confirmRoute } from '../shared/confirmation.schema.js';
import { Address, AsOf, Success } from '../shared/fields.schema.js';
import { NoFields, optional, RequestBody, TransactionQuery } from '../shared/requests.schema.js';
import { route } from '../shared/route.js';
import { WcTransaction } from '../shared/wc-transaction.schema.js';
import { AssetCategory } from '../tokens/token.schema.js';
import { AirdropParams, AirdropStatus } from './airdrop-words.schema.js';
import { CampaignResource } from './campaign.schema.js';
import { AirdropConfirmResponse } from './fund-campaign.schema.js';

export const CancelAirdropResponse = Type.Object(
  {
    success: Success(),
    returnedAmount: Amount('What is left in the lanes, reserves included, less fees.'),
    returnedAmountBase: BaseAmount(),
    tokenCategory: AssetCategory(),
    cancelReturnAddress: Type.String(),
    openLanes: Type.Integer({ description: 'Lanes that are not closed.' }),
    asOf: AsOf(),
    message: Type.String({
      description:
        'Sign it by `bch_signMessage` and send the signature to `close`: closes all lanes, whatever is claimed meanwhile.',
      examples: ['Close Weir airdrop AAECAwQFBgcICQoL'],
    }),
    wcTransaction: WcTransaction,
    lanes: Type.Array(Type.Object({ lane: Type.Integer(), wcTransaction: WcTransaction }), {
      description: 'The close of each lane, the first 16: `wcTransaction` is that of the first.',
    }),
  },
  { title: 'CancelAirdropResponse', description: 'What the creator signs to close the campaign.' },
);
export type CancelAirdropResponse = Static<typeof CancelAirdropResponse>;

export const cancelAirdrop = route({
  operationId: 'cancelAirdrop',
  tags: ['airdrops'],
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

export const confirmAirdropCancel = confirmRoute({
  operationId: 'confirmAirdropCancel',
  tags: ['airdrops'],
  summary: 'Confirm the close of a lane',
  description: 'The campaign becomes CANCELLED when its last lane is closed.',
  params: AirdropParams,
  body: ConfirmBody,
  response: { 200: AirdropConfirmResponse },
  errors: ['STATE_MOVED'],
});

export const CloseAirdropResponse = Type.Object(
  {
    success: Success(),
    message: Type.String(),
    txHashes: Type.Array(Type.String(), { description: 'A close for each lane that was open.' }),
    openLanes: Type.Integer(),
    status: AirdropStatus,
    campaign: CampaignResource,
  },
  { title: 'CloseAirdropResponse', description: 'The closes that were sent.' },
);
export type CloseAirdropResponse = Static<typeof CloseAirdropResponse>;

export const closeAirdrop = route({
  operationId: 'closeAirdrop',
  tags: ['airdrops'],
  summary: 'Close all lanes by a signed message',
  description:
    "Sends the close of every open lane on its latest state, rebuilt where a claim comes first. The signature is its own proof of who asks: it must be the creator's of the `message` that `cancel` answers.",
  params: AirdropParams,
  body: RequestBody({
    signature: Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'As `bch_signMessage` gives it: base64 of 65 bytes.',
    }),
  }),
  response: { 200: CloseAirdropResponse },
  errors: ['FORBIDDEN', 'WRONG_STATE', 'NOT_CANCELABLE', 'STATE_MOVED', 'BROADCAST_REJECTED', 'CHAIN_UNAVAILABLE'],
});

export const SyncAirdropResponse = Type.Object(
  { success: Success(), openLanes: Type.Integer(), status: AirdropStatus, campaign: CampaignResource },
  { title: 'SyncAirdropResponse', description: 'The campaign as the chain has it.' },
);
export type SyncAirdropResponse = Static<typeof SyncAirdropResponse>;

export const syncAirdrop = route({
  operationId: 'syncAirdrop',
  tags: ['airdrops'],
  summary: 'Read what the chain has of a campaign',
  description:
    'Records claims that nobody confirmed, takes back those that the chain took back, and ends lanes that have paid all. Claims, confirms and closes do so for their own lane by themselves.',
  params: AirdropParams,
  body: NoFields,
  response: { 200: SyncAirdropResponse },
  errors: ['WRONG_STATE', 'CHAIN_UNAVAILABLE'],
});
