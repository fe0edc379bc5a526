import Type, { type Static } from 'typebox';
import {
  Address,
  amountFields,
  Answer,
  AsOf,
  ContractAddress,
  exact,
  Flag,
  Integer,
  Named,
  Text,
  TextOrNull,
} from '../shared/fields.schema.js';
import { NoFields, RequestBody } from '../shared/requests.schema.js';
import { buildRoute, callerRequired, route } from '../shared/route.js';
import { WcTransaction } from '../shared/wc-transaction.schema.js';
import { AssetCategory } from '../tokens/token.schema.js';
import { StreamParams, StreamResource, TokenType } from './stream.schema.js';

const TransactionInput = Type.Object({
  txid: Type.String(),
  vout: Type.Integer(),
  ...amountFields('amount', 'What the spent output holds.', 'BCH'),
});

/** The token of an output; absent where it holds none. */
export const OutputToken = Type.Optional(
  Type.Object({
    category: Type.String(),
    amountBase: exact(Text('Fungible tokens, in base units.')),
    nft: Type.Optional(Type.Object({ capability: Type.String(), commitment: Type.String() })),
  }),
);

const TransactionOutput = Type.Object({
  to: TextOrNull('The address paid; null for data.'),
  lockingBytecode: Type.String(),
  ...amountFields('amount', 'What the output holds.', 'BCH'),
  token: OutputToken,
});

/** Inputs, outputs and fee of a transaction. */
export const fundingDetails = {
  inputs: Type.Array(TransactionInput),
  outputs: Type.Array(TransactionOutput),
  ...amountFields('fee', 'Fee of the transaction.', 'BCH'),
};

export const FundingReady = Answer('FundingReady', 'The funding, to be signed by the sender.', {
  fundingInfo: Type.Object({
    streamId: Text('The display id.'),
    contractAddress: ContractAddress(),
    sender: Type.String(),
    recipient: Type.String(),
    ...amountFields('amount', 'All that is streamed.'),
    tokenType: TokenType,
    tokenCategory: AssetCategory(),
  }),
  ...fundingDetails,
  wcTransaction: WcTransaction,
});
export type FundingReady = Static<typeof FundingReady>;

export const FundingPreparation = Named(
  'FundingPreparation',
  'The wallet has no output with index 0, which a new token category needs: sign and broadcast this, then ask again with its hash (`?sent=`).',
  {
    success: Type.Literal(false),
    requiresPreparation: Type.Literal(true),
    preparationTransaction: WcTransaction,
    message: Type.String(),
  },
);
export type FundingPreparation = Static<typeof FundingPreparation>;

export const FundingInfoResponse = Type.Union([FundingReady, FundingPreparation], {
  title: 'FundingInfoResponse',
  description: 'The funding, or the preparation it needs first.',
});

export const fundingInfo = buildRoute('streams', {
  operationId: 'getStreamFundingInfo',
  summary: 'Build the funding of a stream',
  description:
    'Only while the stream is PENDING. Holds the unsigned transaction for the sender, built from the coins the wallet has now. All fundings handed out for a lock spend the same coin, as long as the wallet has it, so that it is not funded twice. When a recorded funding of equal locks of the same sender spent that coin, the answer is 409 with `details.recordedTxHash`.',
  params: StreamParams,
  response: { 200: FundingInfoResponse },
  errors: ['RECORD_EXPIRED'],
});

export const RefundResponse = Answer('RefundResponse', 'The refund that was sent.', {
  message: Type.String(),
  txHash: Text('Hash of the refund.'),
  ...amountFields('amount', 'What it returns to the sender.'),
  stream: StreamResource,
});
export type RefundResponse = Static<typeof RefundResponse>;

export const PushBody = RequestBody({
  broadcast: Type.Optional(Flag('Whether to send the push; else it is only built. Default false.')),
});

export const PushResponse = Answer('PushResponse', 'The push.', {
  ...amountFields('amount', 'What the push pays the recipient.'),
  tokenCategory: AssetCategory(),
  asOf: AsOf(),
  txHex: Text('The complete transaction as hex: anyone may broadcast it.'),
  txHash: TextOrNull('Its hash when it was broadcast.'),
});
export type PushResponse = Static<typeof PushResponse>;

export const refundStream = route('streams', {
  operationId: 'refundStream',
  summary: 'Send the refund of a cancelled stream',
  description:
    'Sends the rest of a cancelled stream to its sender once the notice is over, and first to its recipient what vested until then, where the contract pays for it; the service does so by itself as well. Needs no signature. A refund that was sent already is answered again.',
  params: StreamParams,
  body: NoFields,
  response: { 200: RefundResponse },
  errors: ['WRONG_STATE', 'NOTICE_NOT_OVER', 'FEE_RATE_TOO_HIGH', 'BROADCAST_REJECTED', 'CHAIN_UNAVAILABLE'],
});

export const pushStream = route('streams', {
  operationId: 'pushStream',
  summary: 'Push what is due to the recipient',
  description:
    'Builds, and with `broadcast` sends, the payment to the recipient that needs no signature, if the contract can pay its fee: while it is active, and while a notice runs, for every payment of a 16th of what is left at least. A lock pays for each payment of a 64th of its total at least, and for all that is left from the end on.',
  params: StreamParams,
  body: PushBody,
  response: { 200: PushResponse },
  errors: ['WRONG_STATE', 'NOTHING_TO_PUSH', 'FEE_RATE_TOO_HIGH', 'BROADCAST_REJECTED', 'CHAIN_UNAVAILABLE'],
});

export const CancelBody = RequestBody({
  sender: Address('The wallet that signs the cancel.'),
  allowUnsafeRecovery: Type.Optional(
    Flag('Go on although the contract returns the rest to another wallet than the one that signs. Default false.'),
  ),
});

export const CancelResponse = Answer('CancelResponse', 'The cancel, to be signed by the sender.', {
  ...amountFields('vestedAmount', "What has vested: the recipient's."),
  ...amountFields('unvestedAmount', 'What returns to the sender.'),
  tokenCategory: AssetCategory(),
  cancelReturnAddress: Text('Where the contract returns the rest.'),
  asOf: AsOf(),
  wcTransaction: WcTransaction,
  refund: Type.Object({
    ...amountFields(
      'amount',
      'What the refund returns if nobody pushes, reserve included. It goes on vesting until the notice ends, and the service pushes that to the recipient.',
    ),
    availableAfterBlocks: Integer('Blocks between the cancel and the refund, which the service sends by itself.'),
  }),
});
export type CancelResponse = Static<typeof CancelResponse>;

export const cancelStream = buildRoute('streams', {
  operationId: 'cancelStream',
  summary: 'Build the cancel of a stream',
  description:
    'Only for the sender of a cancelable ACTIVE stream. 409 `UNSAFE_CANCEL_DESTINATION` when the contract would return the rest to another wallet than the one that signs.',
  security: callerRequired,
  params: StreamParams,
  body: CancelBody,
  response: { 200: CancelResponse },
  errors: ['NOT_CANCELABLE', 'UNSAFE_CANCEL_DESTINATION'],
});
