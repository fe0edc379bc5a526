import Type, { type Static } from 'typebox';
import { MAX_ADDRESSES } from '@weir/kinds';
import { RecordEvent } from '../events/event.schema.js';
import { Answer, Integer, Named, Text, TextOrNull } from '../shared/fields.schema.js';
import { Nullable } from '../shared/marks.js';
import { nextCursor, NoFields, pageCursor, pageLimit } from '../shared/requests.schema.js';
import { callerOptional, callerProven, route } from '../shared/route.js';

const InboxItem = Named('InboxItem', 'Something that happened to one of the addresses.', {
  address: Text('Which of the addresses.'),
  roles: Type.Array(Type.String(), { description: 'What it is in the record: `sender`, `recipient`, `signer`, …' }),
  title: TextOrNull(
    'What the record is called, as in `GET /api/search`; null without a title, or where the record is gone.',
  ),
  event: RecordEvent,
});

export const InboxResponse = Answer('InboxResponse', 'A page of what happened to some addresses.', {
  items: Type.Array(InboxItem, { description: 'The newest first. May be few although there is a `nextCursor`.' }),
  nextCursor: nextCursor(),
});
export type InboxResponse = Static<typeof InboxResponse>;

export const getInbox = route('people', {
  operationId: 'getInbox',
  summary: 'List what happened to addresses that people should know of',
  description:
    'Events that matter to the parties: funded, paid, paused, resumed, cancelled, refunded, completed, at risk, and what happens to proposals; the newest first, as long as events are kept. Those of private vaults are for members who bring a bearer.',
  security: callerOptional,
  querystring: Type.Object({
    addresses: Type.String({
      pattern: `^[^,]{1,128}(,[^,]{1,128}){0,${MAX_ADDRESSES - 1}}$`,
      description: `Addresses, up to ${MAX_ADDRESSES} separated by commas.`,
      examples: ['bchtest:qqhzut3w9chzut3w9chzut3w9chzut3w9cu09y2f07'],
    }),
    limit: pageLimit(50),
    cursor: pageCursor(),
  }),
  response: { 200: InboxResponse },
});

export const CalendarLinkResponse = Answer('CalendarLinkResponse', 'The calendar of the addresses of a wallet.', {
  address: Text('The first of them, by which it is known.'),
  path: Text('Where the file is. Anyone who knows it sees the dates: it is shown once, and replaces the link before.', {
    examples: ['/api/calendar/kPhQ1sDuJ7C0m1rkJHzEvXo0pAfw5N5hQO9SYWzqkXk.ics'],
  }),
});
export type CalendarLinkResponse = Static<typeof CalendarLinkResponse>;

export const createCalendar = route('people', {
  operationId: 'createCalendar',
  summary: 'Make the secret link of the calendar of the caller',
  description:
    'Of all addresses that the caller has proven, or of those that the request names. Calendars subscribe to the file; the link that was made with the same first address is gone.',
  security: callerProven,
  body: NoFields,
  response: { 200: CalendarLinkResponse },
});

export const RemovedResponse = Answer('RemovedResponse', 'It is removed.', {});

export const removeCalendar = route('people', {
  operationId: 'removeCalendar',
  summary: 'Remove the calendar of the caller',
  description: 'Of the first address. Its link answers 404 from then on.',
  security: callerProven,
  body: NoFields,
  response: { 200: RemovedResponse },
});

export const getCalendar = route('people', {
  operationId: 'getCalendar',
  summary: 'Get a calendar',
  description:
    'What is still to come to and from the addresses of a wallet, as iCalendar (RFC 5545): unlocks and paydays, those of payments in a currency with their amount in it. A salary that they pay has the label of its person, which everybody with the link sees.',
  params: Type.Object({
    file: Type.String({ pattern: '^[\\w-]{43}\\.ics$', description: 'The last part of the link.' }),
  }),
  response: {
    200: {
      description: 'The file.',
      content: { 'text/calendar': { schema: Type.Unsafe<unknown>({ type: 'string' }) } },
    },
  },
  errors: ['NOT_FOUND'],
});

const Price = Named('Price', 'What one BCH costs, for display alone.', {
  currency: Text('Three letters.', { examples: ['USD'] }),
  perBch: Type.Number({ description: 'In that currency.', examples: [512.34] }),
  at: Integer('When it was read, Unix seconds.'),
});

export const PriceResponse = Answer('PriceResponse', 'The price of BCH.', {
  price: Nullable(Price),
});
export type PriceResponse = Static<typeof PriceResponse>;

export const getPrice = route('explorer', {
  operationId: 'getPrice',
  summary: 'Read what one BCH costs',
  description:
    "From the operator's source, to show values in a currency that people know; null where there is none, or where it has been silent for an hour. Nothing that moves money reads it.",
  response: { 200: PriceResponse },
});
