import Type, { type Static } from 'typebox';
import { PartyAddress, Success } from '../shared/fields.schema.js';
import { nextCursor, pageQuery } from '../shared/requests.schema.js';
import { route } from '../shared/route.js';
import { StreamStatus } from './stream-words.schema.js';
import { StreamDetail } from './stream.schema.js';

export const ListStreamsQuery = Type.Object({
  recipient: Type.Optional(PartyAddress('Only streams to this recipient.')),
  sender: Type.Optional(PartyAddress('Only streams of this sender.')),
  address: Type.Optional(PartyAddress('Only streams this address sends or receives.')),
  status: Type.Optional(StreamStatus),
  ...pageQuery('Streams'),
});
export type ListStreamsQuery = Static<typeof ListStreamsQuery>;

export const ListStreamsResponse = Type.Object(
  {
    success: Success(),
    streams: Type.Array(StreamDetail, { description: 'The newest first.' }),
    total: Type.Integer({ description: 'How many streams match, on all pages.' }),
    nextCursor: nextCursor(),
  },
  { title: 'ListStreamsResponse', description: 'A page of streams.' },
);
export type ListStreamsResponse = Static<typeof ListStreamsResponse>;

export const listStreams = route({
  operationId: 'listStreams',
  tags: ['streams'],
  summary: 'List streams',
  description: 'The filters combine. Addresses match in every form they can be written in.',
  querystring: ListStreamsQuery,
  response: { 200: ListStreamsResponse },
  errors: ['INVALID_ADDRESS'],
});
