import Type, { type Static } from 'typebox';
import { Answer, MAX_TRANSACTION_HEX, Text, TransactionHash } from '../shared/fields.schema.js';
import { RequestBody } from '../shared/requests.schema.js';
import { route } from '../shared/route.js';

export const BroadcastBody = RequestBody({
  txHex: Type.String({
    minLength: 2,
    maxLength: MAX_TRANSACTION_HEX,
    pattern: '^[0-9a-fA-F]+$',
    description: 'The fully signed transaction as hex.',
    examples: ['02000000'],
  }),
});

export const BroadcastResponse = Answer('BroadcastResponse', 'The network took it.', { txid: Text('Its hash.') });
export type BroadcastResponse = Static<typeof BroadcastResponse>;

export const broadcastTransaction = route('transactions', {
  operationId: 'broadcastTransaction',
  summary: 'Relay a signed transaction',
  description: "For wallets that sign without broadcasting. The node's reason for a refusal comes back with 422.",
  body: BroadcastBody,
  response: { 200: BroadcastResponse },
  errors: ['BROADCAST_REJECTED', 'CHAIN_UNAVAILABLE'],
});

/** The transaction that a path names. */
export const TransactionParams = Type.Object({
  txHash: Type.String({ pattern: '^[0-9a-fA-F]{64}$', description: 'Its hash, as explorers show it.' }),
});

export const TransactionResponse = Answer('TransactionResponse', 'A transaction, as the network has it.', {
  txHash: TransactionHash('Its hash: hash256 of the bytes, reversed.'),
  txHex: Text('The whole transaction, hex.'),
});
export type TransactionResponse = Static<typeof TransactionResponse>;

export const getTransaction = route('transactions', {
  operationId: 'getTransaction',
  summary: 'Read a transaction',
  description:
    'The bytes of a transaction that the network has. Clients read the terms of a contract from its funding, whose hash proves the bytes.',
  params: TransactionParams,
  response: { 200: TransactionResponse },
  errors: ['TX_NOT_FOUND', 'CHAIN_UNAVAILABLE'],
});
