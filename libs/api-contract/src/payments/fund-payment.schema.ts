import Type, { type Static } from 'typebox';
import { buildRoute } from '../shared/route.js';
import { FundingPreparation, FundingReady } from '../streams/funding-info.schema.js';
import { PaymentParams } from './payment-words.schema.js';

const { fundingInfo, ...ready } = FundingReady.properties;
const { streamId, ...info } = fundingInfo.properties;

export const PaymentFundingReady = Type.Object(
  {
    ...ready,
    fundingInfo: Type.Object({
      ...info,
      paymentId: streamId,
      periods: Type.Integer({ description: 'Periods it pays for.' }),
    }),
  },
  { title: 'PaymentFundingReady', description: 'The funding of a payment, to be signed by the sender.' },
);
export type PaymentFundingReady = Static<typeof PaymentFundingReady>;

export const PaymentFundingResponse = Type.Union([PaymentFundingReady, FundingPreparation], {
  title: 'PaymentFundingResponse',
  description: 'The funding, or the preparation it needs first.',
});
export type PaymentFundingResponse = Static<typeof PaymentFundingResponse>;

export const paymentFundingInfo = buildRoute({
  operationId: 'getPaymentFundingInfo',
  tags: ['payments'],
  summary: 'Build the funding of a payment',
  description:
    'Only while the payment is PENDING. Holds the unsigned transaction for the sender, which funds 12 periods upfront, or as many as fall due by the end.',
  params: PaymentParams,
  response: { 200: PaymentFundingResponse },
  errors: ['RECORD_EXPIRED'],
});
