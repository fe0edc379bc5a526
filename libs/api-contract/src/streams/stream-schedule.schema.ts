import Type, { type Static } from 'typebox';
import { Amount, BaseAmount } from '../shared/amount.schema.js';
import { Success, Timestamp } from '../shared/fields.schema.js';
import { route } from '../shared/route.js';
import { StreamParams } from './stream-words.schema.js';
import { StreamResource } from './stream.schema.js';

/** A point of a vesting curve. */
export const SchedulePoint = Type.Object({
  time: Timestamp('When.'),
  vestedAmount: Amount('What has vested then.'),
  vestedAmountBase: BaseAmount(),
});

export const StreamScheduleQuery = Type.Object({
  points: Type.Optional(Type.Integer({ minimum: 2, maximum: 1_000, default: 50, description: 'Points of the curve.' })),
});

export const StreamScheduleResponse = Type.Object(
  {
    success: Success(),
    stream: StreamResource,
    schedule: Type.Array(SchedulePoint, { description: 'The vesting curve from start to end.' }),
  },
  { title: 'StreamScheduleResponse', description: 'The stream and its curve.' },
);
export type StreamScheduleResponse = Static<typeof StreamScheduleResponse>;

export const streamSchedule = route({
  operationId: 'getStreamSchedule',
  tags: ['streams'],
  summary: 'Get the vesting curve of a stream',
  params: StreamParams,
  querystring: StreamScheduleQuery,
  response: { 200: StreamScheduleResponse },
});
