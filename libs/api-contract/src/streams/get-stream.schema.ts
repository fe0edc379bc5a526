import Type, { type Static } from 'typebox';
import { callerOptional } from '../shared/caller.js';
import { Success } from '../shared/fields.schema.js';
import { route } from '../shared/route.js';
import { StreamClaim } from './stream-claim.schema.js';
import { StreamEvent } from './stream-event.schema.js';
import { StreamParams } from './stream-words.schema.js';
import { StreamDetail } from './stream.schema.js';

export const GetStreamResponse = Type.Object(
  {
    success: Success(),
    stream: StreamDetail,
    claims: Type.Array(StreamClaim, { description: 'Every payment to the recipient.' }),
    events: Type.Array(StreamEvent, {
      description: 'What happened, the oldest first; kept when the chain takes a step back.',
    }),
  },
  { title: 'GetStreamResponse', description: 'The stream, its claims and its events.' },
);
export type GetStreamResponse = Static<typeof GetStreamResponse>;

export const getStream = route({
  operationId: 'getStream',
  tags: ['streams'],
  summary: 'Get a stream with its claims and events',
  description:
    'Open to everybody. Who is a member of the private vault it is linked to, and says so, is told its `vault_id`.',
  security: callerOptional,
  params: StreamParams,
  response: { 200: GetStreamResponse },
});
