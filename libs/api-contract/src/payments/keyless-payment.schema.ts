import Type, { type Static } from 'typebox';
import { NoFields } from '../shared/requests.schema.js';
import { route } from '../shared/route.js';
import { PushBody, PushResponse, RefundResponse } from '../streams/keyless-stream.schema.js';
import { PaymentParams } from './payment-words.schema.js';
import { PaymentResource } from './payment.schema.js';

const { properties: refund } = Type.Omit(RefundResponse, ['stream']);

export const PaymentRefundResponse = Type.Object(
  { ...refund, payment: PaymentResource },
  { title: 'PaymentRefundResponse', description: 'The refund that was sent.' },
);
export type PaymentRefundResponse = Static<typeof PaymentRefundResponse>;

export const refundPayment = route({
  operationId: 'refundPayment',
  tags: ['payments'],
  summary: 'Send the refund of a cancelled payment',
  description:
    "Sends the unpaid periods of a cancelled payment to its sender once the notice is over, and first to its recipient those that fell due until then, where the contract pays for it; the service does so by itself as well. Needs nobody's signature.",
  params: PaymentParams,
  body: NoFields,
  response: { 200: PaymentRefundResponse },
  errors: ['WRONG_STATE', 'NOTICE_NOT_OVER', 'FEE_RATE_TOO_HIGH', 'BROADCAST_REJECTED', 'CHAIN_UNAVAILABLE'],
});

export const pushPayment = route({
  operationId: 'pushPayment',
  tags: ['payments'],
  summary: 'Push what is due to the recipient',
  description:
    "Builds, and with `broadcast` sends, the payment of all due periods that needs nobody's signature, where the contract can pay its fee.",
  params: PaymentParams,
  body: PushBody,
  response: { 200: PushResponse },
  errors: ['WRONG_STATE', 'NOTHING_TO_PUSH', 'FEE_RATE_TOO_HIGH', 'BROADCAST_REJECTED', 'CHAIN_UNAVAILABLE'],
});
