import Type, { type Static } from 'typebox';
import { defaultNotice, FUNDED_PERIODS, MAX_NAME_LENGTH } from '@weir/kinds';
import {
  CreateCurrencyPaymentBody,
  CreateCurrencyPaymentResponse,
  periodInput,
  PreviewCurrencyPaymentResponse,
} from '../currency/create-currency-payment.schema.js';
import { Currency } from '../currency/currency-payment.schema.js';
import { FundingProposal } from '../funding/funding-proposal.schema.js';
import {
  Address,
  amountFields,
  AmountInput,
  Answer,
  Flag,
  Integer,
  PLAIN_TEXT,
  Timestamp,
} from '../shared/fields.schema.js';
import { CreationHeaders, optional, RequestBody } from '../shared/requests.schema.js';
import { callerOptional, callerRequired, route } from '../shared/route.js';
import { Warnings } from '../shared/warnings.schema.js';
import { CreateStreamBody } from '../streams/create-stream-body.schema.js';
import { PreviewFunding, StreamDeployment } from '../streams/create-stream.schema.js';
import { tokenInput } from '../streams/stream.schema.js';
import { PaymentParams, PaymentResource } from './payment.schema.js';

const { recipient, cancelable, transferable, moveDelayBlocks, vaultId } = CreateStreamBody.properties;

/** Terms that only a payment in a currency has. */
const { properties: inCurrency } = CreateCurrencyPaymentBody;

/** What a payment is created from. Optional fields may be left out or null. */
export const CreatePaymentBody = RequestBody(
  {
    sender: optional(Address('Who funds the payment; the caller, where there is one.')),
    recipient,
    recipientName: optional(
      Type.String({
        maxLength: MAX_NAME_LENGTH,
        pattern: PLAIN_TEXT,
        description: "The sender's name for the recipient.",
      }),
    ),
    ...tokenInput,
    amountPerPeriod: AmountInput('What each period pays; with `currency` an amount of it.'),
    currency: optional(
      Currency(
        'What the amount is in: then the record and the answer are those of `POST /api/currency-payments/create`. Default none: the amount is of the asset.',
      ),
    ),
    oracle: inCurrency.oracle,
    priceBounds: inCurrency.priceBounds,
    openingAmount: inCurrency.openingAmount,
    periods: inCurrency.periods,
    ...periodInput,
    endDate: optional(Timestamp('No period falls due after it: fewer than 12 are funded where it comes first.')),
    cancelable,
    pausable: optional(
      Flag(
        'Whether the sender may pause; enforced by the contract. Default: as cancelable. Only where cancelable: a pause that the sender never ends would keep the money from both.',
      ),
    ),
    cancelNoticeBlocks: optional(
      Integer(
        `Blocks between a cancel and its refund, and between a pause and its settling, at least 12 (6 on regtest and the devnet); default ${defaultNotice('mainnet')} (${defaultNotice('devnet')} on the devnet).`,
      ),
    ),
    transferable,
    moveDelayBlocks,
    vaultId,
  },
  {
    title: 'CreatePayment',
    examples: [
      {
        recipient: 'bchtest:qqhzut3w9chzut3w9chzut3w9chzut3w9cu09y2f07',
        recipientName: 'Ada',
        amountPerPeriod: 0.25,
        interval: 'MONTHLY',
        startDate: 1_767_225_600,
      },
    ],
  },
);
export type CreatePaymentBody = Static<typeof CreatePaymentBody>;

const { streamId, ...deployment } = StreamDeployment.properties;

export const CreatePaymentResponse = Answer('CreatePaymentResponse', 'The stored payment and how to fund it.', {
  payment: PaymentResource,
  deployment: Type.Object({ ...deployment, paymentId: streamId }),
  warnings: Warnings(),
  proposal: FundingProposal(),
});
export type CreatePaymentResponse = Static<typeof CreatePaymentResponse>;

/** Either kind of payment. */
const CreatedPayment = Type.Union([CreatePaymentResponse, CreateCurrencyPaymentResponse], {
  title: 'CreatedPayment',
  description: 'The stored payment, or with `currency` the stored payment in a currency.',
});

export const createPayment = route('payments', {
  operationId: 'createPayment',
  summary: 'Create a recurring payment',
  description:
    'Works out the contract of a payment and stores it as PENDING. Fund it with the transaction of `funding-info`: 12 periods upfront, fewer when the end comes first. Without a caller, `sender` is who creates it. With `currency` it does what `POST /api/currency-payments/create` does, and the record is one of `/api/currency-payments`.',
  security: callerOptional,
  headers: CreationHeaders,
  body: CreatePaymentBody,
  response: { 200: CreatedPayment },
  errors: ['INVALID_AMOUNT', 'INVALID_TIME', 'SCHEDULE_UNSOUND', 'WRONG_STATE', 'ORACLE_UNAVAILABLE'],
});

export const RenewPaymentBody = RequestBody(
  {
    amountPerPeriod: Type.Optional(AmountInput('What each period pays; default as before.')),
    periods: optional(
      Type.Integer({ minimum: 1, maximum: FUNDED_PERIODS, description: 'How many are funded; default as before.' }),
    ),
    recipientName: CreatePaymentBody.properties.recipientName,
  },
  { title: 'RenewPayment', examples: [{ amountPerPeriod: 0.3 }] },
);
export type RenewPaymentBody = Static<typeof RenewPaymentBody>;

export const renewPayment = route('payments', {
  operationId: 'renewPayment',
  summary: 'Go on where a payment ends',
  description:
    'Stores a PENDING payment with the terms of this one, whose first period falls due an interval after the last one that this one funds, by the calendar on the next payday: no period is lost or paid twice. Fund it as any other. Not while this one is paused, and once only: 409 `WRONG_STATE` names the funded renewal in `details.renewedBy`. All renewals of a payment are handed fundings that spend one coin of the sender, so the network accepts one; a renewal is not funded once a pause moved the payment that it goes on from. A payment of a plan is renewed by itself only where a funded renewal of the plan left its recipient out.',
  security: callerRequired,
  params: PaymentParams,
  headers: CreationHeaders,
  body: RenewPaymentBody,
  response: { 200: CreatePaymentResponse },
  errors: ['FORBIDDEN', 'INVALID_AMOUNT', 'INVALID_TIME', 'SCHEDULE_UNSOUND', 'WRONG_STATE'],
});

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
  'calendar',
  'start_date',
  'end_date',
  'periods_funded',
  'cancelable',
  'pausable',
  'cancel_notice_blocks',
  'transferable',
  'move_delay_blocks',
  'vault_id',
]);

export const PreviewPaymentResponse = Answer(
  'PreviewPaymentResponse',
  'The payment that the same body would create, its costs, and every period.',
  {
    payment: Type.Object(PaymentTerms.properties),
    funding: PreviewFunding,
    schedule: Type.Array(
      Type.Object({
        time: Timestamp('When it falls due.'),
        ...amountFields('amount', 'What it pays.'),
      }),
      { description: 'Every period that is funded, in the order they fall due.' },
    ),
    warnings: Warnings(),
  },
);
export type PreviewPaymentResponse = Static<typeof PreviewPaymentResponse>;

const PreviewedPayment = Type.Union([PreviewPaymentResponse, PreviewCurrencyPaymentResponse], {
  title: 'PreviewedPayment',
  description: 'The payment that the same body would create; with `currency` a payment in a currency.',
});

export const previewPayment = route('payments', {
  operationId: 'previewPayment',
  summary: 'Preview a recurring payment',
  description: 'Validates and computes as creation does, and stores nothing.',
  security: callerOptional,
  body: CreatePaymentBody,
  response: { 200: PreviewedPayment },
  errors: ['INVALID_AMOUNT', 'INVALID_TIME', 'SCHEDULE_UNSOUND', 'WRONG_STATE', 'ORACLE_UNAVAILABLE'],
});
