import Type, { type Static } from 'typebox';
import { callerOptional } from '../shared/caller.js';
import { buildRoute } from '../shared/route.js';
import { ClaimBody, ClaimResponse } from '../streams/claim-stream.schema.js';
import { PaymentParams } from './payment-words.schema.js';

const { success, claimableAmount, claimableAmountBase, tokenCategory, ...claim } = ClaimResponse.properties;

export const PaymentClaimResponse = Type.Object(
  {
    success,
    claimableAmount,
    claimableAmountBase,
    tokenCategory,
    intervalsClaimable: Type.Integer({ description: 'How many periods that is.' }),
    ...claim,
  },
  {
    title: 'PaymentClaimResponse',
    description:
      'The claim of all due periods: to be signed by the recipient, or complete where the contract pays for it.',
  },
);
export type PaymentClaimResponse = Static<typeof PaymentClaimResponse>;

export const claimPayment = buildRoute({
  operationId: 'claimPayment',
  tags: ['payments'],
  summary: 'Build the claim of all due periods',
  description:
    'Only for the recipient. Without a caller, `recipientAddress` is who claims; a caller that contradicts it is refused. Nothing due is 409 `NOTHING_TO_CLAIM` with `claimableAt`.',
  security: callerOptional,
  params: PaymentParams,
  body: ClaimBody,
  response: { 200: PaymentClaimResponse },
  errors: ['NOTHING_TO_CLAIM', 'BROADCAST_REJECTED'],
});
