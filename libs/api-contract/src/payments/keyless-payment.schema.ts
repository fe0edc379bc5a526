import Type, { type Static } from 'typebox';
import { BODY_ERRORS, errorResponses } from '../shared/error.schema.js';
import { NoFields } from '../shared/request-body.js';
import type { RouteSchema } from '../shared/route-schema.js';
import { PushBody, PushResponse, RefundResponse } from '../streams/keyless-stream.schema.js';
import { PaymentParams } from './payment-params.schema.js';
import { PaymentResource } from './payment.schema.js';

const { properties: refund } = Type.Omit(RefundResponse, ['stream']);

export const PaymentRefundResponse = Type.Object(
  { ...refund, payment: PaymentResource },
  { title: 'PaymentRefundResponse', description: 'The refund that was sent.' },
);
export type PaymentRefundResponse = Static<typeof PaymentRefundResponse>;

export const refundPayment = {
  operationId: 'refundPayment',
  tags: ['payments'],
  summary: 'Send the refund of a cancelled payment',
  description:
    "Sends the unpaid periods of a cancelled payment to its sender once the notice is over, and first to its recipient those that fell due until then, where the contract pays for it; the service does so by itself as well. Needs nobody's signature.",
  params: PaymentParams,
  body: NoFields,
  response: {
    200: PaymentRefundResponse,
    ...errorResponses(
      'NOT_FOUND',
      'WRONG_STATE',
      'NOTICE_NOT_OVER',
      'FEE_RATE_TOO_HIGH',
      'BROADCAST_REJECTED',
      'CHAIN_UNAVAILABLE',
      ...BODY_ERRORS,
    ),
  },
} as const satisfies RouteSchema;

export const pushPayment = {
  operationId: 'pushPayment',
  tags: ['payments'],
  summary: 'Push what is due to the recipient',
  description:
    "Builds, and with `broadcast` sends, the payment of all due periods that needs nobody's signature, where the contract can pay its fee.",
  params: PaymentParams,
  body: PushBody,
  response: {
    200: PushResponse,
    ...errorResponses(
      'NOT_FOUND',
      'WRONG_STATE',
      'NOTHING_TO_PUSH',
      'FEE_RATE_TOO_HIGH',
      'BROADCAST_REJECTED',
      'CHAIN_UNAVAILABLE',
      ...BODY_ERRORS,
    ),
  },
} as const satisfies RouteSchema;
