import Type, { type Static } from 'typebox';
import { Success } from '../shared/fields.schema.js';
import { Nullable } from '../shared/marks.js';
import { callerOptional, route } from '../shared/route.js';

export const SearchQuery = Type.Object({
  q: Type.String({
    minLength: 1,
    maxLength: 200,
    description:
      'A contract address, an outpoint (`txid:vout`), a transaction hash, a display id (`#WEIR-BCH-000001`, `#` is optional) or a uuid.',
    examples: ['WEIR-BCH-000001'],
  }),
});
export type SearchQuery = Static<typeof SearchQuery>;

export const FoundRecord = Type.Object(
  {
    kind: Type.Enum(['stream', 'payment', 'plan', 'airdrop', 'vault', 'proposal']),
    id: Type.String({ format: 'uuid' }),
    display_id: Type.String({ description: 'Of a vault its 32 bytes, hex.', examples: ['#WEIR-BCH-000001'] }),
    status: Type.String({ description: "The record's own." }),
    contract_address: Nullable(Type.String({ description: 'Null where it has none, or none yet.' })),
    url: Type.String({
      description: 'Where the record is.',
      examples: ['/api/streams/0198d3a5-6f0c-7cc1-b8a4-0f0b3a1de6c2'],
    }),
    created_at: Type.Integer({ description: 'Unix seconds.' }),
  },
  { title: 'FoundRecord', description: 'A record that was found.' },
);
export type FoundRecord = Static<typeof FoundRecord>;

export const SearchResponse = Type.Object(
  {
    success: Success(),
    searchedAs: Type.Enum(['id', 'displayId', 'contract', 'transaction', 'outpoint'], {
      description: 'What `q` was read as.',
    }),
    records: Type.Array(FoundRecord, { description: 'The newest first, 50 at most.' }),
    more: Type.Boolean({ description: 'Whether there are more than are shown.' }),
  },
  { title: 'SearchResponse', description: 'What was found; nothing is an empty list.' },
);
export type SearchResponse = Static<typeof SearchResponse>;

export const search = route('explorer', {
  operationId: 'search',
  summary: 'Find records by what is known of them',
  description:
    'By contract address, by a transaction that funded or moved them, by an outpoint that was a state of theirs, by display id or id. Private vaults and their proposals are found by members alone, who prove who they are.',
  security: callerOptional,
  querystring: SearchQuery,
  response: { 200: SearchResponse },
});
