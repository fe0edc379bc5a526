import Type, { type Static } from 'typebox';
import { callerOptional } from '../shared/caller.js';
import { AnyAddress, Success } from '../shared/fields.schema.js';
import { route } from '../shared/route.js';
import { EVENT_KINDS, EVENT_PRODUCTS } from './event-words.js';
import { RecordEvent } from './event.schema.js';

const words = (description: string, known: readonly string[]) =>
  Type.Optional(
    Type.String({
      maxLength: 512,
      pattern: '^[a-z_]+(,[a-z_]+)*$',
      description: `${description}, separated by commas: ${known.join(', ')}.`,
      examples: [known[0]],
    }),
  );

/** Query fields that filter events, of every route that takes them. */
export const eventFilters = {
  address: Type.Optional(AnyAddress('Only events of which this address is a party.')),
  record: Type.Optional(
    Type.String({
      format: 'uuid',
      description: 'Only events of this record, and of what belongs to it (proposals, streams of a plan).',
    }),
  ),
  product: words('Only these products', EVENT_PRODUCTS),
  kind: words('Only these kinds', EVENT_KINDS),
};

export const ListEventsQuery = Type.Object({
  ...eventFilters,
  format: Type.Optional(Type.Enum(['json'], { description: '`json`: a page instead of a stream.' })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, description: 'Of a page: events; 100 by default.' })),
  cursor: Type.Optional(
    Type.String({
      maxLength: 64,
      pattern: '^[\\w-]+$',
      description:
        'The id of an event, or the `nextCursor` of a page: what came after it. The header `Last-Event-ID` goes before.',
    }),
  ),
});
export type ListEventsQuery = Static<typeof ListEventsQuery>;

export const ListEventsResponse = Type.Object(
  {
    success: Success(),
    events: Type.Array(RecordEvent, { description: 'The oldest first. There may be none although there is more.' }),
    nextCursor: Type.String({ description: 'Where to read on, now or later.' }),
    hasMore: Type.Boolean({ description: 'Whether there is more already.' }),
  },
  { title: 'ListEventsResponse', description: 'A page of events.' },
);
export type ListEventsResponse = Static<typeof ListEventsResponse>;

export const listEvents = route({
  operationId: 'listEvents',
  tags: ['events'],
  summary: 'Follow what happens',
  description:
    'Server-sent events: `id` and, as `data`, an Event in JSON. From now on, or from behind `Last-Event-ID`: nothing is lost, and nothing comes twice, whichever replica answers. Heartbeats carry an `id` alone. With `format=json`, or where only JSON is accepted, a page, from the oldest event that is kept. Events of private vaults are for members who bring a bearer, in either mode; the stream ends with the bearer.',
  security: callerOptional,
  querystring: ListEventsQuery,
  response: {
    200: {
      description: 'Events.',
      content: {
        'text/event-stream': { schema: Type.Unsafe<unknown>({ type: 'string' }) },
        'application/json': { schema: ListEventsResponse },
      },
    },
  },
  errors: ['EVENTS_DROPPED'],
});
