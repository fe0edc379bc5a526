import Type from 'typebox';
import type { Static } from 'typebox';
import { errorResponses } from '../shared/error.schema.js';
import type { RouteSchema } from '../shared/route-schema.js';
import { Success } from '../shared/success.schema.js';
import { StreamClaim } from './stream-claim.schema.js';
import { StreamEvent } from './stream-event.schema.js';
import { StreamParams } from './stream-params.schema.js';
import { Nullable } from '../shared/nullable.js';
import { Onchain } from './onchain.schema.js';
import { StreamRecord } from './stream.schema.js';

export const GetStreamResponse = Type.Object({
  success: Success(),
  stream: Type.Object({ ...StreamRecord.properties, onchain: Type.Optional(Nullable(Onchain)) }, { title: 'StreamDetail', description: 'A stream, beside what the indexer sees of it.' }),
  claims: Type.Array(StreamClaim, { description: 'Every payment to the recipient.' }),
  events: Type.Array(StreamEvent, { description: 'What happened, the oldest first; kept when the chain takes a step back.' }),
}, { title: 'GetStreamResponse', description: 'The stream, its claims and its events.' });
export type GetStreamResponse = Static<typeof GetStreamResponse>;

export const getStream = {
  operationId: 'getStream',
  tags: ['streams'],
  summary: 'Get a stream with its claims and events',
  params: StreamParams,
  response: { 200: GetStreamResponse, ...errorResponses('NOT_FOUND') },
} as const satisfies RouteSchema;
