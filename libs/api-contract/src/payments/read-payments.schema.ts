import Type, { type Static } from 'typebox';
import { callerOptional } from '../shared/caller.js';
import { Success } from '../shared/fields.schema.js';
import { nextCursor } from '../shared/requests.schema.js';
import { route } from '../shared/route.js';
import { ListStreamsQuery } from '../streams/list-streams.schema.js';
import { StreamEvent } from '../streams/stream-event.schema.js';
import { PaymentParams, PaymentStatus } from './payment-words.schema.js';
import { PaymentExecution, PaymentDetail } from './payment.schema.js';

export const ListPaymentsQuery = Type.Object({ ...ListStreamsQuery.properties, status: Type.Optional(PaymentStatus) });
export type ListPaymentsQuery = Static<typeof ListPaymentsQuery>;

export const ListPaymentsResponse = Type.Object(
  {
    success: Success(),
    payments: Type.Array(PaymentDetail, { description: 'The newest first.' }),
    total: Type.Integer({ description: 'How many payments match, on all pages.' }),
    nextCursor: nextCursor(),
  },
  { title: 'ListPaymentsResponse', description: 'A page of payments.' },
);
export type ListPaymentsResponse = Static<typeof ListPaymentsResponse>;

export const GetPaymentResponse = Type.Object(
  {
    success: Success(),
    payment: PaymentDetail,
    payment_executions: Type.Array(PaymentExecution, { description: 'Every payment to the recipient.' }),
    events: Type.Array(StreamEvent, {
      description: 'What happened, the oldest first; kept when the chain takes a step back.',
    }),
  },
  { title: 'GetPaymentResponse', description: 'The payment, its executions and its events.' },
);
export type GetPaymentResponse = Static<typeof GetPaymentResponse>;

export const listPayments = route({
  operationId: 'listPayments',
  tags: ['payments'],
  summary: 'List payments',
  description: 'The filters combine. Addresses match in every form they can be written in.',
  querystring: ListPaymentsQuery,
  response: { 200: ListPaymentsResponse },
  errors: ['INVALID_ADDRESS'],
});

export const getPayment = route({
  operationId: 'getPayment',
  tags: ['payments'],
  summary: 'Get a payment with its executions and events',
  description:
    'Open to everybody. Who is a member of the private vault it is linked to, and says so, is told its `vault_id`.',
  security: callerOptional,
  params: PaymentParams,
  response: { 200: GetPaymentResponse },
});
