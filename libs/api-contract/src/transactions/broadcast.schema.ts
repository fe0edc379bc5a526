import Type, { type Static } from 'typebox';
import { Answer, Text } from '../shared/fields.schema.js';
import { RequestBody } from '../shared/requests.schema.js';
import { route } from '../shared/route.js';

/** Hex characters of the largest transaction that nodes relay, 100,000 bytes. */
const MAX_HEX = 200_000;

export const BroadcastBody = RequestBody({
  txHex: Type.String({
    minLength: 2,
    maxLength: MAX_HEX,
    pattern: '^[0-9a-fA-F]+$',
    description: 'The fully signed transaction as hex.',
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
