import Type, { type Static } from 'typebox';
import { errorResponses } from '../shared/error.schema.js';
import { MAX_PAGE_ROWS } from '../shared/limits.js';
import { Nullable } from '../shared/nullable.js';
import type { RouteSchema } from '../shared/route-schema.js';
import { Success } from '../shared/success.schema.js';
import { PartyAddress } from '../shared/text.schema.js';
import { StreamSeen } from './stream-seen.schema.js';
import { StreamStatus } from './stream-words.schema.js';

export const ListStreamsQuery = Type.Object({
  recipient: Type.Optional(PartyAddress('Only streams to this recipient.')),
  sender: Type.Optional(PartyAddress('Only streams of this sender.')),
  address: Type.Optional(PartyAddress('Only streams this address sends or receives.')),
  status: Type.Optional(StreamStatus),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MAX_PAGE_ROWS,
      description: 'Streams a page. Without limit and cursor, up to 1,000 come at once.',
    }),
  ),
  cursor: Type.Optional(
    Type.String({
      maxLength: 256,
      pattern: '^[\\w.~+/=-]+$',
      description: 'The `nextCursor` of the page before, with the same filters.',
    }),
  ),
});
export type ListStreamsQuery = Static<typeof ListStreamsQuery>;

export const ListStreamsResponse = Type.Object(
  {
    success: Success(),
    streams: Type.Array(StreamSeen, { description: 'The newest first.' }),
    total: Type.Integer({ description: 'How many streams match, on all pages.' }),
    nextCursor: Nullable(Type.String({ description: 'Where the next page starts; null on the last one.' })),
  },
  { title: 'ListStreamsResponse', description: 'A page of streams.' },
);
export type ListStreamsResponse = Static<typeof ListStreamsResponse>;

export const listStreams = {
  operationId: 'listStreams',
  tags: ['streams'],
  summary: 'List streams',
  description: 'The filters combine. Addresses match in every form they can be written in.',
  querystring: ListStreamsQuery,
  response: { 200: ListStreamsResponse, ...errorResponses('INVALID_ADDRESS', 'INVALID_CURSOR') },
} as const satisfies RouteSchema;
