import Type, { type Static } from 'typebox';
import { ConfirmBody, confirmedFields, confirmRoute } from '../shared/confirmation.schema.js';
import { optional, RequestBody } from '../shared/requests.schema.js';
import { ConfirmClaimBody } from '../streams/confirm-stream.schema.js';
import { PaymentParams, PaymentStatus } from './payment-words.schema.js';
import { PaymentExecution, PaymentResource } from './payment.schema.js';

export const PaymentConfirmResponse = Type.Object(
  {
    ...confirmedFields(PaymentStatus),
    payment: PaymentResource,
    execution: Type.Optional(PaymentExecution),
  },
  { title: 'PaymentConfirmResponse', description: 'The transaction is on the chain and recorded.' },
);
export type PaymentConfirmResponse = Static<typeof PaymentConfirmResponse>;

const response = { 200: PaymentConfirmResponse };

export const confirmPaymentFunding = confirmRoute({
  operationId: 'confirmPaymentFunding',
  tags: ['payments'],
  summary: 'Confirm the funding of a payment',
  description: 'The payment becomes ACTIVE.',
  params: PaymentParams,
  body: ConfirmBody,
  response,
});

export const confirmPaymentClaim = confirmRoute({
  operationId: 'confirmPaymentClaim',
  tags: ['payments'],
  summary: 'Confirm a claim of due periods',
  description:
    'Records an execution, what was paid and when the next period falls due; the last period makes the payment COMPLETED.',
  params: PaymentParams,
  body: RequestBody({
    ...ConfirmClaimBody.properties,
    intervalsClaimed: optional(
      Type.Integer({
        minimum: 1,
        description: 'How many periods that was; compared with the chain where it is given.',
      }),
    ),
  }),
  response,
});

export const confirmPaymentPause = confirmRoute({
  operationId: 'confirmPaymentPause',
  tags: ['payments'],
  summary: 'Confirm the pause of a payment',
  description: 'The payment becomes PAUSED, `settled: false` until the notice is over.',
  params: PaymentParams,
  body: ConfirmBody,
  response,
});

export const confirmPaymentResume = confirmRoute({
  operationId: 'confirmPaymentResume',
  tags: ['payments'],
  summary: 'Confirm the resume of a payment',
  description: 'The payment is ACTIVE again; the next period falls due one interval later.',
  params: PaymentParams,
  body: ConfirmBody,
  response,
});

export const confirmPaymentCancel = confirmRoute({
  operationId: 'confirmPaymentCancel',
  tags: ['payments'],
  summary: 'Confirm the cancel of a payment',
  description: 'The payment becomes CANCELLED; unpaid periods return to the sender after the notice.',
  params: PaymentParams,
  body: ConfirmBody,
  response,
});
