import Type from 'typebox';
import type { Static } from 'typebox';
import { errorResponses } from '../shared/error.schema.js';
import { Nullable } from '../shared/nullable.js';
import type { RouteSchema } from '../shared/route-schema.js';
import { Success } from '../shared/success.schema.js';
import { Address } from '../shared/text.schema.js';
import { CommitmentChange, IndexedContract, IndexedEvent, IndexedStatus } from './indexed-contract.schema.js';

export const ListIndexedQuery = Type.Object({
  status: Type.Optional(IndexedStatus),
  address: Type.Optional(Address('Only contracts this address funds or is paid by.')),
  token: Type.Optional(Type.String({ pattern: '^(BCH|[0-9a-fA-F]{64})$', description: '`BCH`, or the category of a token.' })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, description: 'Rows a page, 50 where nothing is said.' })),
  cursor: Type.Optional(Type.String({ maxLength: 64, pattern: '^[\\w.]+$', description: 'The `nextCursor` of the page before, with the same filters.' })),
});
export type ListIndexedQuery = Static<typeof ListIndexedQuery>;

const page = (name: 'streams' | 'payments' | 'airdrops', title: string) =>
  Type.Object(
    {
      success: Success(),
      [name]: Type.Array(IndexedContract, { description: 'The last funded first. A row is an instance.' }),
      asOf: Type.Integer({ description: 'Time of the vested amounts, Unix seconds.' }),
      nextCursor: Nullable(Type.String({ description: 'Where the next page starts; null on the last one.' })),
    },
    { title, description: 'A page of contracts.' },
  );

const list = (operationId: string, summary: string, response: ReturnType<typeof page>) =>
  ({
    operationId,
    tags: ['indexer'],
    summary,
    description: 'Found by announcements on the chain alone, those no API was told of as well.',
    querystring: ListIndexedQuery,
    response: { 200: response, ...errorResponses('INVALID_ADDRESS', 'INVALID_CURSOR') },
  }) as const satisfies RouteSchema;

export const listIndexedStreams = list('listIndexedStreams', 'Streams on the chain', page('streams', 'IndexedStreamsResponse'));
export const listIndexedPayments = list('listIndexedPayments', 'Recurring payments on the chain', page('payments', 'IndexedPaymentsResponse'));
export const listIndexedAirdrops = list('listIndexedAirdrops', 'Airdrops on the chain', page('airdrops', 'IndexedAirdropsResponse'));

export const IndexedStreamResponse = Type.Object(
  {
    success: Success(),
    stream: IndexedContract,
    events: Type.Array(IndexedEvent, { description: 'The funding first.' }),
    commitmentHistory: Type.Array(CommitmentChange, { description: 'The initial one first.' }),
    otherInstances: Type.Array(IndexedContract, { description: 'Deployments somebody made at the same address later on: none of them is this stream.' }),
    asOf: Type.Integer({ description: 'Time of the vested amounts, Unix seconds.' }),
  },
  { title: 'IndexedStreamResponse', description: 'The first valid instance at an address.' },
);
export type IndexedStreamResponse = Static<typeof IndexedStreamResponse>;

export const getIndexedStream = {
  operationId: 'getIndexedStream',
  tags: ['indexer'],
  summary: 'A stream on the chain',
  description: 'With its events, its commitments and what had vested between them.',
  params: Type.Object({ contractAddress: Type.String({ maxLength: 128, description: 'P2SH32 cash address, in either form; the prefix may be left out.' }) }),
  response: { 200: IndexedStreamResponse, ...errorResponses('INVALID_ADDRESS', 'NOT_FOUND') },
} as const satisfies RouteSchema;
