import Type, { type Static } from 'typebox';
import { EVENT_PRODUCTS, MAX_SEARCH_LENGTH } from '@weir/kinds';
import { Answer, Flag, Integer, Named, Text, TextOrNull, Uuid } from '../shared/fields.schema.js';
import { callerOptional, route } from '../shared/route.js';
import { ContractOrNull } from '../streams/stream.schema.js';

export const SearchQuery = Type.Object({
  q: Type.String({
    minLength: 1,
    maxLength: MAX_SEARCH_LENGTH,
    description:
      'A contract address, an outpoint (`txid:vout`), a transaction hash, a display id (`#WEIR-BCH-000001`, `#` is optional), a uuid, or words of a title or description.',
    examples: ['WEIR-BCH-000001'],
  }),
});

export const FoundRecord = Named('FoundRecord', 'A record that was found.', {
  kind: Type.Enum([...EVENT_PRODUCTS]),
  contract: ContractOrNull,
  id: Uuid(),
  display_id: Text('Of a vault its 32 bytes, hex.', { examples: ['#WEIR-BCH-000001'] }),
  title: TextOrNull(
    "Its title, name, description or a proposal's reason; of a payment without one the recipient's name. Null without any.",
  ),
  status: Text("The record's own."),
  contract_address: TextOrNull('Null where it has none, or none yet.'),
  url: Text('Where the record is.', { examples: ['/api/streams/0198d3a5-6f0c-7cc1-b8a4-0f0b3a1de6c2'] }),
  created_at: Integer('Unix seconds.'),
});

export const SearchResponse = Answer('SearchResponse', 'What was found; nothing is an empty list.', {
  searchedAs: Type.Enum(['id', 'displayId', 'contract', 'transaction', 'outpoint', 'text'], {
    description: 'What `q` was read as.',
  }),
  records: Type.Array(FoundRecord, { description: 'The newest first, 50 at most.' }),
  more: Flag('Whether there are more than are shown.'),
});
export type SearchResponse = Static<typeof SearchResponse>;

export const search = route('explorer', {
  operationId: 'search',
  summary: 'Find records by what is known of them',
  description:
    'By contract address, by a transaction that funded or moved them, by an outpoint that was a state of theirs, by display id or id, or by the words of public titles, descriptions, names and reasons. Private vaults and their proposals are found by members alone, who prove who they are.',
  security: callerOptional,
  querystring: SearchQuery,
  response: { 200: SearchResponse },
});
