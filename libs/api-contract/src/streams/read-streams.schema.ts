import Type, { type Static } from 'typebox';
import { FINALITIES, RECORD_SOURCES, ROLLBACK_REASONS } from '@weir/kinds';
import {
  Amount,
  amountFields,
  Answer,
  BaseAmount,
  Integer,
  IntegerOrNull,
  Named,
  PartyAddresses,
  TextOrNull,
  Timestamp,
  Uuid,
} from '../shared/fields.schema.js';
import { NullableEnum } from '../shared/marks.js';
import { nextCursor, pageQuery } from '../shared/requests.schema.js';
import { callerOptional, route } from '../shared/route.js';
import { StreamDetail, StreamParams, StreamResource, StreamStatus } from './stream.schema.js';

export const ListStreamsQuery = Type.Object({
  recipient: Type.Optional(PartyAddresses('Only streams to this recipient.')),
  sender: Type.Optional(PartyAddresses('Only streams of this sender.')),
  address: Type.Optional(PartyAddresses('Only streams this address sends or receives.')),
  status: Type.Optional(StreamStatus),
  contract: Type.Optional(Type.Literal('LOCK', { description: 'Only locks: streams that nobody can cancel.' })),
  ...pageQuery('Streams'),
});
export type ListStreamsQuery = Static<typeof ListStreamsQuery>;

export const ListStreamsResponse = Answer('ListStreamsResponse', 'A page of streams.', {
  streams: Type.Array(StreamDetail, { description: 'The newest first.' }),
  total: Integer('How many streams match, on all pages.'),
  nextCursor: nextCursor(),
});
export type ListStreamsResponse = Static<typeof ListStreamsResponse>;

export const listStreams = route('streams', {
  operationId: 'listStreams',
  summary: 'List streams',
  description:
    'The filters combine; only one of `recipient`, `sender` and `address` may name several addresses. Addresses match in every form they can be written in.',
  querystring: ListStreamsQuery,
  response: { 200: ListStreamsResponse },
  errors: ['INVALID_ADDRESS'],
});

/** A payment from a stream to its recipient. */
export const StreamClaim = Named('StreamClaim', 'A payment to the recipient.', {
  id: Uuid(),
  stream_id: Uuid("The stream's `id`."),
  recipient: Type.String(),
  amount: Amount('What was paid.'),
  amount_base: BaseAmount(),
  claimed_at: Integer('When it was recorded, Unix seconds.'),
  payday: IntegerOrNull(
    'Of a stream by the calendar: when the last installment or tranche that it pays came, Unix seconds; null of every other stream.',
  ),
  tx_hash: Type.String(),
  source: Type.Enum([...RECORD_SOURCES], {
    description:
      '`confirm`: reported by confirm-claim; `chain`: found on the chain (pushes, claims never confirmed here).',
  }),
});

const STEPS = [
  'funded',
  'claimed',
  'pushed',
  'paused',
  'settled',
  'resumed',
  'cancelled',
  'refunded',
  'completed',
  'at_risk',
  'move_announced',
  'move_undone',
  'move_finished',
  'move_kept',
] as const;
/** A step of a stream or payment, as its events name it. */
export type StreamStep = (typeof STEPS)[number];

/** Something that happened to a stream or a payment. */
export const StreamEvent = Named(
  'StreamEvent',
  'A step of a stream or payment on the chain, or the chain taking one back.',
  {
    event: Type.Enum([...STEPS, 'rolled_back', 'restored'], {
      description:
        '`claimed`: the recipient was paid, and asked for it: they signed, claimed with `broadcast`, or it was reported by confirm-claim; `pushed`: paid without their signature because anybody else asked, a watcher included. Only payments are `paused`, `settled` (the notice of a pause is over) and `resumed`. `at_risk`: while the notice that `tx_hash` began runs, nodes ask more for relaying than a push without a signature pays: the recipient has to claim with a coin of their own before it ends. `move_announced`: the recipient moves to another address, until `move_finished` or `move_undone`; `move_kept`: the undone move is over on the chain. `rolled_back`: the chain took the step back (a double spend, a reorganisation); `restored`: it is there again.',
    }),
    of: NullableEnum(STEPS, 'Which step was rolled back or restored.'),
    at: Integer('When it was recorded, Unix seconds.'),
    tx_hash: Type.String(),
    amount: Amount(
      'The amount it moved: of a funding the total, of a refund what returned, else what the recipient got.',
    ),
    amount_base: BaseAmount(),
    source: Type.Enum([...RECORD_SOURCES], {
      description:
        '`confirm`: reported by a confirm call, or sent by a claim with `broadcast`; `chain`: found on the chain.',
    }),
    reason: NullableEnum(
      ROLLBACK_REASONS,
      'Why it was rolled back: another transaction took its place, or no server has it any more.',
    ),
    replaced_by: TextOrNull('The transaction that took its place.'),
    finality: NullableEnum(FINALITIES, 'How settled its transaction is now; null when it was rolled back.'),
    height: IntegerOrNull('Height of its block; null while it has none.'),
  },
);

export const GetStreamResponse = Answer('GetStreamResponse', 'The stream, its claims and its events.', {
  stream: StreamDetail,
  claims: Type.Array(StreamClaim, { description: 'Every payment to the recipient.' }),
  events: Type.Array(StreamEvent, {
    description: 'What happened, the oldest first; kept when the chain takes a step back.',
  }),
});
export type GetStreamResponse = Static<typeof GetStreamResponse>;

export const getStream = route('streams', {
  operationId: 'getStream',
  summary: 'Get a stream with its claims and events',
  description: 'Open to everybody. Members of the private vault that it is linked to see its `vault_id`.',
  security: callerOptional,
  params: StreamParams,
  response: { 200: GetStreamResponse },
});

/** A point of a vesting curve. */
export const SchedulePoint = Type.Object({
  time: Timestamp('When.'),
  ...amountFields('vestedAmount', 'What has vested then.'),
});

export const StreamScheduleQuery = Type.Object({
  points: Type.Optional(Type.Integer({ minimum: 2, maximum: 1_000, default: 50, description: 'Points of the curve.' })),
});

export const StreamScheduleResponse = Answer('StreamScheduleResponse', 'The stream and its curve.', {
  stream: StreamResource,
  schedule: Type.Array(SchedulePoint, { description: 'The vesting curve from start to end.' }),
});

export const streamSchedule = route('streams', {
  operationId: 'getStreamSchedule',
  summary: 'Get the vesting curve of a stream',
  description:
    'Points between its start and its end, for a chart: what has vested at each time, as the contract computes it.',
  params: StreamParams,
  querystring: StreamScheduleQuery,
  response: { 200: StreamScheduleResponse },
});
