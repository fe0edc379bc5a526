import Type, { type Static } from 'typebox';
import { AmountInput } from '../shared/amount.schema.js';
import { BODY_ERRORS, errorResponses } from '../shared/error.schema.js';
import { Nullable } from '../shared/nullable.js';
import { RequestBody } from '../shared/request-body.js';
import type { RouteSchema } from '../shared/route-schema.js';
import { TransactionHash } from '../shared/text.schema.js';
import { ConfirmBody, ConfirmResponse, IDEMPOTENT } from '../streams/confirm-stream.schema.js';
import { PaymentExecution } from './payment-execution.schema.js';
import { PaymentParams } from './payment-params.schema.js';
import { PaymentStatus } from './payment-words.schema.js';
import { PaymentResource } from './payment.schema.js';

const { properties: confirmed } = Type.Omit(ConfirmResponse, ['stream', 'claim']);

export const PaymentConfirmResponse = Type.Object(
  { ...confirmed, status: PaymentStatus, payment: PaymentResource, execution: Type.Optional(PaymentExecution) },
  { title: 'PaymentConfirmResponse', description: 'The transaction is on the chain and recorded.' },
);
export type PaymentConfirmResponse = Static<typeof PaymentConfirmResponse>;

const response = {
  200: PaymentConfirmResponse,
  ...errorResponses(
    'NOT_FOUND',
    'WRONG_STATE',
    'TX_NOT_FOUND',
    'TX_REPLACED',
    'TX_UNCONFIRMED',
    'HASH_ALREADY_USED',
    'TX_MISMATCH',
    'CHAIN_UNAVAILABLE',
    ...BODY_ERRORS,
  ),
};

export const confirmPaymentFunding = {
  operationId: 'confirmPaymentFunding',
  tags: ['payments'],
  summary: 'Confirm the funding of a payment',
  description: `The payment becomes ACTIVE. ${IDEMPOTENT}`,
  params: PaymentParams,
  body: ConfirmBody,
  response,
} as const satisfies RouteSchema;

export const confirmPaymentClaim = {
  operationId: 'confirmPaymentClaim',
  tags: ['payments'],
  summary: 'Confirm a claim of due periods',
  description: `Records an execution, what was paid and when the next period falls due; the last period makes the payment COMPLETED. ${IDEMPOTENT}`,
  params: PaymentParams,
  body: RequestBody({
    claimedAmount: AmountInput('What the claim paid; compared with the chain.'),
    txHash: TransactionHash('Hash of the broadcast claim.'),
    intervalsClaimed: Type.Optional(
      Nullable(
        Type.Integer({
          minimum: 1,
          description: 'How many periods that was; compared with the chain where it is given.',
        }),
      ),
    ),
  }),
  response,
} as const satisfies RouteSchema;

export const confirmPaymentPause = {
  operationId: 'confirmPaymentPause',
  tags: ['payments'],
  summary: 'Confirm the pause of a payment',
  description: `The payment becomes PAUSED, \`settled: false\` until the notice is over. ${IDEMPOTENT}`,
  params: PaymentParams,
  body: ConfirmBody,
  response,
} as const satisfies RouteSchema;

export const confirmPaymentResume = {
  operationId: 'confirmPaymentResume',
  tags: ['payments'],
  summary: 'Confirm the resume of a payment',
  description: `The payment is ACTIVE again; the next period falls due one interval later. ${IDEMPOTENT}`,
  params: PaymentParams,
  body: ConfirmBody,
  response,
} as const satisfies RouteSchema;

export const confirmPaymentCancel = {
  operationId: 'confirmPaymentCancel',
  tags: ['payments'],
  summary: 'Confirm the cancel of a payment',
  description: `The payment becomes CANCELLED; unpaid periods return to the sender after the notice. ${IDEMPOTENT}`,
  params: PaymentParams,
  body: ConfirmBody,
  response,
} as const satisfies RouteSchema;
