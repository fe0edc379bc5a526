import Type, { type Static } from 'typebox';
import { Integer, Named } from '../shared/fields.schema.js';
import { PaymentStatus } from '../shared/payment-words.schema.js';
import { NoFields, optional, RequestBody } from '../shared/requests.schema.js';
import { buildRoute, callerOptional, confirmedFields, confirmRoute, confirmsOf, route } from '../shared/route.js';
import { ClaimBody, ClaimResponse, ConfirmClaimBody } from '../streams/claim-stream.schema.js';
import {
  FundingPreparation,
  FundingReady,
  PushBody,
  PushResponse,
  RefundResponse,
} from '../streams/funding-info.schema.js';
import { PaymentExecution, PaymentParams, PaymentResource } from './payment.schema.js';

export const PaymentConfirmResponse = Named('PaymentConfirmResponse', 'The transaction is on the chain and recorded.', {
  ...confirmedFields(PaymentStatus),
  payment: PaymentResource,
  execution: Type.Optional(PaymentExecution),
});
export type PaymentConfirmResponse = Static<typeof PaymentConfirmResponse>;

const shared = { params: PaymentParams, response: { 200: PaymentConfirmResponse } };
const confirm = confirmsOf('payments', shared);

export const confirmPaymentFunding = confirm(
  'confirmPaymentFunding',
  'funding of a payment',
  'The payment becomes ACTIVE.',
);

export const confirmPaymentClaim = confirmRoute('payments', {
  operationId: 'confirmPaymentClaim',
  summary: 'Confirm a claim of due periods',
  description:
    'Records an execution, what was paid and when the next period falls due; the last period makes the payment COMPLETED.',
  body: RequestBody({
    ...ConfirmClaimBody.properties,
    intervalsClaimed: optional(
      Type.Integer({
        minimum: 1,
        description: 'How many periods that was; compared with the chain if given.',
      }),
    ),
  }),
  ...shared,
});

export const confirmPaymentPause = confirm(
  'confirmPaymentPause',
  'pause of a payment',
  'The payment becomes PAUSED, `settled: false` until the notice is over.',
);

export const confirmPaymentResume = confirm(
  'confirmPaymentResume',
  'resume of a payment',
  'The payment is ACTIVE again; the next period falls due one interval later.',
);

export const confirmPaymentCancel = confirm(
  'confirmPaymentCancel',
  'cancel of a payment',
  'The payment becomes CANCELLED; unpaid periods return to the sender after the notice.',
);

const { success, claimableAmount, claimableAmountBase, tokenCategory, ...claim } = ClaimResponse.properties;

export const PaymentClaimResponse = Named(
  'PaymentClaimResponse',
  'The claim of all due periods: to be signed by the recipient, or complete where the contract pays for it.',
  {
    success,
    claimableAmount,
    claimableAmountBase,
    tokenCategory,
    intervalsClaimable: Integer('How many periods that is.'),
    ...claim,
  },
);
export type PaymentClaimResponse = Static<typeof PaymentClaimResponse>;

export const claimPayment = buildRoute('payments', {
  operationId: 'claimPayment',
  summary: 'Build the claim of all due periods',
  description:
    'Only for the recipient. Without a caller, `recipientAddress` is who claims; a caller that contradicts it is refused. Nothing due is 409 `NOTHING_TO_CLAIM` with `claimableAt`.',
  security: callerOptional,
  params: PaymentParams,
  body: ClaimBody,
  response: { 200: PaymentClaimResponse },
  errors: ['NOTHING_TO_CLAIM', 'BROADCAST_REJECTED'],
});

const { fundingInfo, ...ready } = FundingReady.properties;
const { streamId, ...info } = fundingInfo.properties;

export const PaymentFundingReady = Named(
  'PaymentFundingReady',
  'The funding of a payment, to be signed by the sender.',
  {
    ...ready,
    fundingInfo: Type.Object({
      ...info,
      paymentId: streamId,
      periods: Integer('Periods it pays for.'),
    }),
  },
);
export type PaymentFundingReady = Static<typeof PaymentFundingReady>;

export const PaymentFundingResponse = Type.Union([PaymentFundingReady, FundingPreparation], {
  title: 'PaymentFundingResponse',
  description: 'The funding, or the preparation it needs first.',
});

export const paymentFundingInfo = buildRoute('payments', {
  operationId: 'getPaymentFundingInfo',
  summary: 'Build the funding of a payment',
  description:
    'Only while the payment is PENDING. Holds the unsigned transaction for the sender, which funds 12 periods upfront, or as many as fall due by the end.',
  params: PaymentParams,
  response: { 200: PaymentFundingResponse },
  errors: ['RECORD_EXPIRED'],
});

const { properties: refund } = Type.Omit(RefundResponse, ['stream']);

export const PaymentRefundResponse = Named('PaymentRefundResponse', 'The refund that was sent.', {
  ...refund,
  payment: PaymentResource,
});
export type PaymentRefundResponse = Static<typeof PaymentRefundResponse>;

export const refundPayment = route('payments', {
  operationId: 'refundPayment',
  summary: 'Send the refund of a cancelled payment',
  description:
    'Sends the unpaid periods of a cancelled payment to its sender once the notice is over, and first to its recipient those that fell due until then, where the contract pays for it; the service does so by itself as well. Needs no signature.',
  params: PaymentParams,
  body: NoFields,
  response: { 200: PaymentRefundResponse },
  errors: ['WRONG_STATE', 'NOTICE_NOT_OVER', 'FEE_RATE_TOO_HIGH', 'BROADCAST_REJECTED', 'CHAIN_UNAVAILABLE'],
});

export const pushPayment = route('payments', {
  operationId: 'pushPayment',
  summary: 'Push what is due to the recipient',
  description:
    'Builds, and with `broadcast` sends, the payment of all due periods that needs no signature, if the contract can pay its fee.',
  params: PaymentParams,
  body: PushBody,
  response: { 200: PushResponse },
  errors: ['WRONG_STATE', 'NOTHING_TO_PUSH', 'FEE_RATE_TOO_HIGH', 'BROADCAST_REJECTED', 'CHAIN_UNAVAILABLE'],
});
