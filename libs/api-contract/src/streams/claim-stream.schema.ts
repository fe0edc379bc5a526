import Type, { type Static } from 'typebox';
import { MINIMUM_FEE_RATE } from '@weir/kinds';
import {
  amountFields,
  AmountInput,
  Answer,
  AsOf,
  ContractAddress,
  Flag,
  IntegerOrNull,
  Named,
  PartyAddress,
  Text,
  TextOrNull,
  TransactionHash,
} from '../shared/fields.schema.js';
import { optional, RequestBody } from '../shared/requests.schema.js';
import { buildRoute, callerRequired, confirmedFields, confirmRoute, confirmsOf } from '../shared/route.js';
import { NullableWcTransaction, WcTransaction } from '../shared/wc-transaction.schema.js';
import { AssetCategory } from '../tokens/token.schema.js';
import { StreamClaim } from './read-streams.schema.js';
import { StreamParams, StreamResource, StreamStatus } from './stream.schema.js';

const claimable = { ...amountFields('claimableAmount', 'What can be claimed now.') };

/** How a claim reaches the chain. */
export const relaying = {
  signatureRequired: Flag(
    "Whether the recipient's wallet has something to sign. False where the contract pays the fee: then `wcTransaction` is complete, and so is `txHex`. A wallet may pass it through; without one, post `txHex` to `/api/transactions/broadcast`, or claim with `broadcast: true`.",
  ),
  txHex: TextOrNull('The complete claim where nothing is to be signed, hex; else null.'),
};

/** What a claim answers in addition. */
export const relayed = {
  ...relaying,
  txHash: TextOrNull('Hash of the claim where `broadcast` sent it; else null. Confirm it as any other.'),
};

/** Asks for a claim to be sent. */
export const Broadcast = () =>
  optional(
    Flag(
      'Send the claim at once where nothing is to be signed; it changes nothing where the wallet signs. Default false.',
    ),
  );

/** The least fee rate of a claim. */
export const ClaimFeeRate = () =>
  optional(
    Type.Integer({
      minimum: Number(MINIMUM_FEE_RATE),
      maximum: 1_000_000,
      description:
        'Satoshis for 1,000 bytes that the claim pays at least; by default what nodes ask for relaying. Beyond what the contract pays (some 1,200) the wallet signs for a coin of the recipient that pays the fee: for a claim that has to be mined while blocks are full, before a notice ends.',
      examples: [5_000],
    }),
  );

export const ClaimInfoResponse = Answer('ClaimInfoResponse', 'What can be claimed, and the claim to sign.', {
  claimInfo: Type.Object({
    streamId: Text('The display id.'),
    contractAddress: ContractAddress(),
    recipient: Type.String(),
    ...amountFields('totalReleased', 'What the recipient has been paid.'),
    ...amountFields('vestedAmount', 'What has vested.'),
    asOf: AsOf(),
  }),
  ...claimable,
  tokenCategory: AssetCategory(),
  asOf: AsOf(),
  claimableAt: IntegerOrNull(
    'When something can be claimed next, Unix seconds of median time; null when something can be claimed now.',
  ),
  wcTransaction: NullableWcTransaction,
  ...relaying,
});
export type ClaimInfoResponse = Static<typeof ClaimInfoResponse>;

export const ClaimBody = RequestBody({
  recipientAddress: PartyAddress('The recipient of the record.'),
  broadcast: Broadcast(),
  feeRate: ClaimFeeRate(),
});

export const ClaimResponse = Answer(
  'ClaimResponse',
  'The claim: to be signed by the recipient, or complete where the contract pays for it.',
  {
    ...claimable,
    tokenCategory: AssetCategory(),
    asOf: AsOf(),
    wcTransaction: WcTransaction,
    ...relayed,
  },
);
export type ClaimResponse = Static<typeof ClaimResponse>;

export const claimInfo = buildRoute('streams', {
  operationId: 'getStreamClaimInfo',
  summary: 'See what can be claimed',
  description:
    'The amount that can be claimed now and the unsigned claim. When nothing is due, `claimableAmount` is 0 and `wcTransaction` is null. Before the end of a lock, less than a 64th of its total (and of 26,880 satoshis) takes a coin of the recipient. For a lock of BCH the amount includes the fee, at most 420 satoshis, when the lock pays it.',
  params: StreamParams,
  response: { 200: ClaimInfoResponse },
});

export const claimStream = buildRoute('streams', {
  operationId: 'claimStream',
  summary: 'Build a claim',
  description:
    'Only for the recipient: the header and `recipientAddress` both name them. Where the contract pays the fee nothing is to be signed (`signatureRequired: false`): `wcTransaction` passes through any wallet as it is, `txHex` can be posted to `/api/transactions/broadcast`, and with `broadcast: true` it is sent at once. What is too small a part of what is left for that takes a coin of the recipient, whose wallet signs.',
  security: callerRequired,
  params: StreamParams,
  body: ClaimBody,
  response: { 200: ClaimResponse },
  errors: ['NOTHING_TO_CLAIM', 'BROADCAST_REJECTED'],
});

export const ConfirmClaimBody = RequestBody({
  claimedAmount: AmountInput('What the claim paid; compared with the chain.'),
  txHash: TransactionHash('Hash of the broadcast claim.'),
});

export const ConfirmResponse = Named('ConfirmResponse', 'The transaction is on the chain and recorded.', {
  ...confirmedFields(StreamStatus),
  stream: StreamResource,
  claim: Type.Optional(StreamClaim),
});
export type ConfirmResponse = Static<typeof ConfirmResponse>;

const shared = { params: StreamParams, response: { 200: ConfirmResponse } };
const confirm = confirmsOf('streams', shared);

export const confirmFunding = confirm(
  'confirmStreamFunding',
  'funding of a stream',
  'The stream becomes ACTIVE. A funding handed out for equal locks of the same sender belongs to them: 422 TX_MISMATCH with `details.record`.',
);

export const confirmClaim = confirmRoute('streams', {
  operationId: 'confirmStreamClaim',
  summary: 'Confirm a claim',
  description:
    'Records the claim and what was withdrawn; the claim that completes the total makes the stream COMPLETED. For a lock `claimedAmount` is the amount that left the lock, as claim-info says: of BCH with the fee that the lock paid.',
  body: ConfirmClaimBody,
  ...shared,
});

export const confirmCancel = confirm(
  'confirmStreamCancel',
  'cancel of a stream',
  'The stream becomes CANCELLED; the rest returns to the sender after the notice.',
);
