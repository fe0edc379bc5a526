import Type, { type Static } from 'typebox';
import {
  EVENT_PRODUCTS,
  eventFactsOf,
  EVENTS,
  FINALITIES,
  MAX_PAGE_ROWS,
  ROLLBACK_REASONS,
  TOKEN_TYPES,
  wordsOf,
} from '@weir/kinds';
import {
  Amount,
  Answer,
  Flag,
  Integer,
  Named,
  PartyAddresses,
  Text,
  TextOrNull,
  Uuid,
} from '../shared/fields.schema.js';
import { Nullable, NullableEnum } from '../shared/marks.js';
import { optional } from '../shared/requests.schema.js';
import { callerOptional, route } from '../shared/route.js';
import { ContractOrNull } from '../streams/stream.schema.js';
import { TokenCategory } from '../tokens/token.schema.js';

const amountOf = (description: string) => optional(Amount(description));
const base = () => optional(Text('The same amount, exactly.'));

/** Which figures an event has depends on its product. */
const EventFigures = Named('EventFigures', "The record's figures at that moment.", {
  status: Text("The record's state."),
  totalAmount: amountOf('Of a stream, a payment or a campaign.'),
  totalAmountBase: base(),
  withdrawnAmount: amountOf('Paid to the recipient so far.'),
  withdrawnAmountBase: base(),
  refundAmount: amountOf('What goes, or went, back after a cancel.'),
  refundAmountBase: base(),
  refundStatus: optional(Type.String()),
  periodsPaid: optional(Type.Integer()),
  nextDue: optional(Integer('Unix seconds.')),
  currency: optional(Text('Of a payment in a currency: its three letters.')),
  currencyAmount: optional(Text('What a period of it is, in the currency.', { examples: ['1500.00'] })),
  due: optional(Integer('The date of the period whose price this step fixed, Unix seconds.')),
  price: optional(Text('That price, for one BCH, as the oracle signed it.', { examples: ['450.00'] })),
  priceTime: optional(Integer('When the oracle signed it, Unix seconds.')),
  priceNumber: optional(Integer('Its number among the prices of the oracle.')),
  periodAmount: amountOf('What the period comes to at this price.'),
  periodAmountBase: base(),
  owed: amountOf('The debt of a payment in a currency: what earlier prices fixed and its money did not cover, in BCH.'),
  owedBase: base(),
  from: optional(Text('The address that a stream or payment moves away from.')),
  to: optional(Text('The address that it moves to.')),
  finishableAtHeight: optional(
    Integer('The first block that may finish the move; null until its announcement is mined.'),
  ),
  pool: amountOf('What the lanes of a campaign can pay.'),
  poolBase: base(),
  claimedAmount: amountOf('Paid by a campaign so far.'),
  claimedAmountBase: base(),
  claimedCount: optional(Type.Integer()),
  balance: amountOf('What a vault or a payment in a currency holds.'),
  balanceBase: base(),
  totalDeposit: amountOf('Planned for a vault.'),
  totalDepositBase: base(),
  amount: amountOf('What a proposal pays.'),
  amountBase: base(),
  proposalKind: optional(Type.String()),
  round: optional(Type.Integer()),
  signatures: optional(Integer('Of the present round.')),
  purse: optional(Text('The id of the purse of a vault.')),
  spender: optional(Text('The address whose key pays out of the purse.')),
  payee: optional(Text('Whom the purse paid.')),
  reviewBlocks: optional(
    Integer('Of the call of a recovery: blocks from the one that mines it until the guardian may end the recovery.'),
  ),
  part: optional(Integer('Which funding of a plan.')),
  streams: optional(Integer('Streams that this funding of a plan opens.')),
});

const MEANINGS = wordsOf(EVENTS)
  .flatMap((kind) => {
    const meaning = eventFactsOf(kind)?.meaning;
    return meaning === undefined ? [] : [`\`${kind}\`: ${meaning}.`];
  })
  .join(' ');

export const RecordEvent = Named('Event', 'Something that happened to a record.', {
  id: Text('Names the event, always the same; to resume from as `Last-Event-ID`.'),
  kind: Type.Enum(wordsOf(EVENTS), { description: MEANINGS }),
  product: Type.Enum([...EVENT_PRODUCTS]),
  contract: ContractOrNull,
  record: Type.Object({
    id: Text("The record's id."),
    displayId: TextOrNull('`#WEIR-BCH-000001`; null for a vault.'),
    parentId: TextOrNull("A proposal's vault, a stream's plan."),
  }),
  parties: Type.Array(Type.Object({ role: Type.String(), address: Nullable(Type.String()) }), {
    description: '`sender` and `recipient`; `creator` and `signer`s; `proposer`; who signed or declined as `voter`.',
  }),
  step: TextOrNull('The step on the chain: `fund`, `claim`, `push`, `cancel`, …'),
  txHash: Nullable(Type.String()),
  amount: Nullable(Amount('The record that it concerns.')),
  amountBase: TextOrNull('The same amount, exactly, in satoshis (base units for tokens).'),
  tokenType: Type.Enum([...TOKEN_TYPES]),
  tokenCategory: Nullable(TokenCategory()),
  finality: NullableEnum(
    FINALITIES,
    'Finality of the step when the event was published; null where there is no step, and for a plan, whose streams have it.',
  ),
  reason: NullableEnum(ROLLBACK_REASONS, 'Why it was rolled back.'),
  replacedBy: TextOrNull('The transaction that took its place.'),
  figures: EventFigures,
  createdAt: Integer('When it was recorded, Unix seconds.'),
});
export type RecordEvent = Static<typeof RecordEvent>;

const words = (description: string, known: readonly string[]) =>
  Type.Optional(
    Type.String({
      maxLength: 512,
      pattern: '^[a-z_]+(,[a-z_]+)*$',
      description: `${description}, separated by commas: ${known.join(', ')}.`,
      examples: [known[0]],
    }),
  );

/** Fields that filter events, of every route that takes them, beside whose they are. */
export const eventFilters = {
  record: Type.Optional(Uuid('Only events of this record, and of what belongs to it (proposals, streams of a plan).')),
  product: words('Only these products', EVENT_PRODUCTS),
  kind: words('Only these kinds', wordsOf(EVENTS)),
};

export const ListEventsQuery = Type.Object({
  address: Type.Optional(PartyAddresses('Only events of which this address is a party.')),
  ...eventFilters,
  format: Type.Optional(Type.Enum(['json'], { description: '`json`: a page instead of a stream.' })),
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: MAX_PAGE_ROWS, description: 'Of a page: events; 100 by default.' }),
  ),
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

export const ListEventsResponse = Answer('ListEventsResponse', 'A page of events.', {
  events: Type.Array(RecordEvent, { description: 'The oldest first. May be empty although there is more.' }),
  nextCursor: Text('Where to read on, now or later.'),
  hasMore: Flag('Whether more events are available now.'),
});
export type ListEventsResponse = Static<typeof ListEventsResponse>;

export const listEvents = route('events', {
  operationId: 'listEvents',
  summary: 'Follow what happens',
  description:
    'Server-sent events: `id` and, as `data`, an Event in JSON. From now on, or from behind `Last-Event-ID`: nothing is lost, and nothing comes twice, from any replica. Heartbeats carry an `id` alone. With `format=json`, or where only JSON is accepted, a page, from the oldest event that is kept. Events of private vaults are for members who bring a bearer, in either mode; the stream ends with the bearer.',
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
