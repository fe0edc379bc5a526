import Type, { type Static } from 'typebox';
import { Amount, BaseAmount, exact } from '../shared/amount.schema.js';
import { ContractAddress, Success } from '../shared/fields.schema.js';
import { Nullable } from '../shared/nullable.js';
import { buildRoute } from '../shared/route.js';
import { WcTransaction } from '../shared/wc-transaction.schema.js';
import { AssetCategory } from '../tokens/token.schema.js';
import { StreamParams, TokenType } from './stream-words.schema.js';

const TransactionInput = Type.Object({
  txid: Type.String(),
  vout: Type.Integer(),
  amount: Amount('What the spent output holds.', 'BCH'),
  amountBase: BaseAmount(),
});

const TransactionOutput = Type.Object({
  to: Nullable(Type.String({ description: 'The address paid; null for data.' })),
  lockingBytecode: Type.String(),
  amount: Amount('What the output holds.', 'BCH'),
  amountBase: BaseAmount(),
  token: Type.Optional(
    Type.Object({
      category: Type.String(),
      amountBase: exact(Type.String({ description: 'Fungible tokens, in base units.' })),
      nft: Type.Optional(Type.Object({ capability: Type.String(), commitment: Type.String() })),
    }),
  ),
});

/** Inputs, outputs and fee of a transaction. */
export const fundingDetails = {
  inputs: Type.Array(TransactionInput),
  outputs: Type.Array(TransactionOutput),
  fee: Amount('Fee of the transaction.', 'BCH'),
  feeBase: BaseAmount(),
};

export const FundingReady = Type.Object(
  {
    success: Success(),
    fundingInfo: Type.Object({
      streamId: Type.String({ description: 'The display id.' }),
      contractAddress: ContractAddress(),
      sender: Type.String(),
      recipient: Type.String(),
      amount: Amount('All that is streamed.'),
      amountBase: BaseAmount(),
      tokenType: TokenType,
      tokenCategory: AssetCategory(),
    }),
    ...fundingDetails,
    wcTransaction: WcTransaction,
  },
  { title: 'FundingReady', description: 'The funding, to be signed by the sender.' },
);
export type FundingReady = Static<typeof FundingReady>;

export const FundingPreparation = Type.Object(
  {
    success: Type.Literal(false),
    requiresPreparation: Type.Literal(true),
    preparationTransaction: WcTransaction,
    message: Type.String(),
  },
  {
    title: 'FundingPreparation',
    description:
      'The wallet has no output with index 0, which a new token category needs: sign and broadcast this, then ask again with its hash (`?sent=`).',
  },
);
export type FundingPreparation = Static<typeof FundingPreparation>;

export const FundingInfoResponse = Type.Union([FundingReady, FundingPreparation], {
  title: 'FundingInfoResponse',
  description: 'The funding, or the preparation it needs first.',
});
export type FundingInfoResponse = Static<typeof FundingInfoResponse>;

export const fundingInfo = buildRoute({
  operationId: 'getStreamFundingInfo',
  tags: ['streams'],
  summary: 'Build the funding of a stream',
  description:
    'Only while the stream is PENDING. Holds the unsigned transaction for the sender, built from the coins the wallet has now.',
  params: StreamParams,
  response: { 200: FundingInfoResponse },
  errors: ['RECORD_EXPIRED'],
});
