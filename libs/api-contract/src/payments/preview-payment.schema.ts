import Type, { type Static } from 'typebox';
import { Amount, BaseAmount } from '../shared/amount.schema.js';
import { callerOptional } from '../shared/caller.js';
import { Success, Timestamp } from '../shared/fields.schema.js';
import { route } from '../shared/route.js';
import { Warnings } from '../streams/create-stream.schema.js';
import { PreviewFunding } from '../streams/preview-stream.schema.js';
import { CreatePaymentBody } from './create-payment.schema.js';
import { PaymentResource } from './payment.schema.js';

/** The terms of a payment: everything that exists before it is stored. */
const PaymentTerms = Type.Pick(PaymentResource, [
  'sender',
  'recipient',
  'recipient_name',
  'token_type',
  'token_category',
  'amount_per_period',
  'amount_per_period_base',
  'total_amount',
  'total_amount_base',
  'interval',
  'interval_seconds',
  'start_date',
  'end_date',
  'periods_funded',
  'cancelable',
  'pausable',
  'cancel_notice_blocks',
  'vault_id',
]);

export const PreviewPaymentResponse = Type.Object(
  {
    success: Success(),
    payment: Type.Object(PaymentTerms.properties),
    funding: PreviewFunding,
    schedule: Type.Array(
      Type.Object({
        time: Timestamp('When it falls due.'),
        amount: Amount('What it pays.'),
        amountBase: BaseAmount(),
      }),
      { description: 'Every period that is funded, in the order they fall due.' },
    ),
    warnings: Warnings(),
  },
  {
    title: 'PreviewPaymentResponse',
    description: 'The payment as it would be, what it costs, and every period that it pays.',
  },
);
export type PreviewPaymentResponse = Static<typeof PreviewPaymentResponse>;

export const previewPayment = route({
  operationId: 'previewPayment',
  tags: ['payments'],
  summary: 'Preview a recurring payment',
  description: 'Validates and computes as creation does, and stores nothing.',
  security: callerOptional,
  body: CreatePaymentBody,
  response: { 200: PreviewPaymentResponse },
  errors: ['INVALID_AMOUNT', 'INVALID_TIME', 'SCHEDULE_UNSOUND', 'WRONG_STATE'],
});
