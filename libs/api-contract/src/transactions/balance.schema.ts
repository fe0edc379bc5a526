import Type, { type Static } from 'typebox';
import { amountFields, Answer } from '../shared/fields.schema.js';
import { TransactionQuery } from '../shared/requests.schema.js';
import { route } from '../shared/route.js';
import { FundingTokens } from '../streams/create-stream.schema.js';

export const BalanceQuery = Type.Required(Type.Pick(TransactionQuery, ['addresses']));

export const BalanceResponse = Answer('BalanceResponse', 'What the coins of a wallet hold.', {
  ...amountFields('amount', 'BCH that can be spent: that of coins without tokens.', 'BCH'),
  tokens: Type.Array(Type.Required(Type.Object(FundingTokens.properties)), {
    description: 'Its fungible tokens, by category.',
  }),
});
export type BalanceResponse = Static<typeof BalanceResponse>;

export const getBalance = route('transactions', {
  operationId: 'getBalance',
  summary: 'See what a wallet holds',
  description: 'BCH and tokens at addresses, those of transactions that no block confirms yet included.',
  querystring: BalanceQuery,
  response: { 200: BalanceResponse },
  errors: ['INVALID_ADDRESS', 'CHAIN_UNAVAILABLE'],
});
