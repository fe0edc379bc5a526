import Type, { type Static } from 'typebox';
import {
  REFUND_STATUSES,
  STREAM_CONTRACTS,
  STREAM_STATUSES,
  STREAM_TYPES,
  TOKEN_TYPES,
  type TokenType as KindTokenType,
} from '@weir/kinds';
import {
  amountFields,
  AsOf,
  ContractAddress,
  Flag,
  FlagOrNull,
  Hash,
  Integer,
  IntegerOrNull,
  Named,
  PartyAddress,
  Text,
  TextOrNull,
  Timestamp,
  Uuid,
} from '../shared/fields.schema.js';
import { marked, Nullable, NullableEnum } from '../shared/marks.js';
import { idParams, optional } from '../shared/requests.schema.js';
import { TokenCategory } from '../tokens/token.schema.js';
import { StreamCalendar, StreamTranche } from './grant.schema.js';

/** How an amount vests over time. */
export const StreamType = Type.Enum([...STREAM_TYPES], {
  description:
    '`LINEAR` vests by the second, `STEP` at the end of each interval. `RECURRING` pays equal amounts, one at the end of each interval, the last one with the remainder.',
});
export type StreamType = Static<typeof StreamType>;

/** The asset, in requests. */
export const TokenTypeInput = marked(
  Type.Unsafe<KindTokenType | 'CASHTOKENS' | null>({
    enum: [...TOKEN_TYPES, 'CASHTOKENS', null],
    description:
      'Default `BCH`. A `FUNGIBLE_TOKEN` is named by its `tokenCategory`; `CASHTOKENS` is another word for it.',
  }),
  'token type',
);

/** The asset, as the fields of a request name it. */
export const tokenInput = {
  tokenType: Type.Optional(TokenTypeInput),
  tokenCategory: optional(Hash({ description: 'Category of the token, 64 hex characters; required for tokens.' })),
};

/** The asset, in responses. */
export const TokenType = Type.Enum([...TOKEN_TYPES]);
export type TokenType = Static<typeof TokenType>;

/** The kind of contract of a stream, in responses. */
export const StreamContract = Type.Enum([...STREAM_CONTRACTS], {
  description:
    '`STREAM`: its sender may cancel it where `cancelable` says so. `LOCK`: nobody can; what it holds is its state, and it has neither a reserve nor a notice. The routes of locks serve it as well.',
});
export type StreamContract = Static<typeof StreamContract>;

/** The kind of contract of a record of any product, in responses. */
export const ContractOrNull = NullableEnum(
  STREAM_CONTRACTS,
  'Of a stream its `contract`: `LOCK` is one that nobody can cancel. Null of everything else.',
);

export const StreamStatus = Type.Enum([...STREAM_STATUSES], {
  description:
    '`PENDING` until its funding is confirmed, `ACTIVE` until all is claimed (`COMPLETED`) or the sender cancels (`CANCELLED`).',
});
export type StreamStatus = Static<typeof StreamStatus>;

/** Status of the refund of a cancelled stream. */
export const RefundStatus = Type.Enum([...REFUND_STATUSES], {
  description: '`pending` until the notice is over and the refund is broadcast.',
});
export type RefundStatus = Static<typeof RefundStatus>;

/** Path parameters of a single stream. */
export const StreamParams = idParams('stream');

/** What returns to the sender of a cancelled stream. */
export const StreamRefund = Named('StreamRefund', 'The refund of a cancelled stream; null for any other.', {
  ...amountFields('amount', 'What the refund returns to the sender; while `pending`, if nobody pushes any more.'),
  status: RefundStatus,
  txHash: TextOrNull('Hash of the refund, once sent.'),
  availableAtHeight: IntegerOrNull('First block that may hold the refund; null until the cancel is mined.'),
});

/** A move to another address that is announced and not finished. */
export const PendingMove = Named('PendingMove', 'The move to another address that is pending; null where none is.', {
  to: Text('The address that it moves to.'),
  undone: Flag(
    'Whether the recipient has undone it: `to` is their own address, and what ends the move needs no delay. Until then only their own coin collects payments.',
  ),
  announcedAtHeight: IntegerOrNull(
    'Block from which the delay counts, that of the announcement or of the last payment since; null until it is mined.',
  ),
  finishableAtHeight: IntegerOrNull(
    'First block that may hold the finish of the move; null until the announcement is mined.',
  ),
});

/** The terms of a stream, and how much of it has vested: everything that exists before it is stored. */
export const StreamTerms = Type.Object({
  sender: PartyAddress(
    'The named sender: who may cancel, and gets back what is left. Anybody can name them by funding; whether they paid, a stored stream says (`funded_by_sender`).',
  ),
  recipient: PartyAddress('Who receives it.'),
  token_type: TokenType,
  token_category: Nullable(TokenCategory()),
  ...amountFields('total_amount', 'All that is streamed.'),
  ...amountFields('withdrawn_amount', 'What the recipient has been paid.'),
  ...amountFields('vested_amount', 'What has vested at `as_of`.'),
  ...amountFields('claimable_amount', 'What can be claimed at `as_of`.'),
  progress_percentage: Type.Number({
    description: 'Vested share of the total, 0 to 100, with two decimals rounded down.',
    examples: [42.5],
  }),
  stream_type: StreamType,
  contract: StreamContract,
  start_time: Timestamp('When vesting starts.'),
  end_time: Timestamp('When all has vested.'),
  interval_seconds: IntegerOrNull(
    'Length of a step; null for `LINEAR`, and where `calendar` or `tranches` says the dates.',
  ),
  calendar: Nullable(StreamCalendar),
  tranches: Nullable(
    Type.Array(StreamTranche, { description: 'The dates and amounts of a stream that has its own; null of others.' }),
  ),
  cliff_timestamp: IntegerOrNull('Before this time nothing is free, Unix seconds; null without a cliff.'),
  cancelable: Flag('Whether the sender may cancel.'),
  cancel_notice_blocks: Integer('Blocks between a cancel and its refund; 0 of a lock.'),
  transferable: Flag(
    'Whether the recipient may move it to another address; of a lock only where its sender asked for it.',
  ),
  move_delay_blocks: Integer(
    'Blocks between the announcement of another address and the move to it; 0 where it is not transferable.',
  ),
  vault_id: TextOrNull('The vault it is linked to; of a private one, shown to its members alone.'),
  description: TextOrNull("The sender's words."),
  contract_address: ContractAddress(),
  nft_commitment: Nullable(
    Text(
      "The contract's state as hex, as last recorded; null once the contract has ended and its NFT is burned, and of a lock, which has none.",
      {
        examples: ['010000000000000000000065cd1d00'],
      },
    ),
  ),
  as_of: AsOf(),
});

export const StreamResource = Named('Stream', 'A stream.', {
  id: Uuid(),
  stream_id: Text('The display id.', { examples: ['#WEIR-BCH-000001'] }),
  ...StreamTerms.properties,
  plan_id: Nullable(Uuid('The `id` of the plan that opened it; null of a record that was created by itself.')),
  status: StreamStatus,
  funding_tx_hash: TextOrNull('Hash of the confirmed funding.'),
  funded_by_sender: FlagOrNull(
    "Whether the confirmed funding spent a coin of the named sender's address: false where others paid and named them. Null while PENDING, and where it is not known.",
  ),
  activated_at: IntegerOrNull('When the funding was confirmed here, Unix seconds.'),
  expires_at: IntegerOrNull(
    'Unix seconds until which the record is kept without funding, at least; null once it is funded, and where it is kept for ever.',
  ),
  created_at: Integer('Unix seconds.'),
  updated_at: Integer('Unix seconds.'),
  refund: Nullable(StreamRefund),
  pending_move: Nullable(PendingMove),
  campaign_id: TextOrNull('The airdrop whose claim made it (uuid): of a lock of a vested list; else null.'),
});
export type StreamResource = Static<typeof StreamResource>;

/** The same contract as the indexer sees it in mined blocks. */
export const Onchain = Named(
  'Onchain',
  'As the indexer sees it in mined blocks; null while it does not know it, or does not answer. Only where the API is connected to one.',
  {
    ...amountFields('vestedAmount', 'Vested at `asOf`.'),
    ...amountFields('releasedAmount', 'Paid to the recipient.'),
    commitment: TextOrNull('Hex; null once the contract has ended.'),
    height: Integer('Of the block with its last transaction.'),
    asOf: Integer('Unix seconds.'),
  },
);

/** The property of a record that holds it. */
export const onchain = { onchain: optional(Onchain) };

export const StreamDetail = Named('StreamDetail', 'A stream, beside what the indexer sees of it.', {
  ...StreamResource.properties,
  ...onchain,
});
