import Type, { type Static } from 'typebox';
import { Amount, BaseAmount } from '../shared/amount.schema.js';
import { callerOptional } from '../shared/caller.js';
import { AsOf, PartyAddress, Success } from '../shared/fields.schema.js';
import { RequestBody } from '../shared/requests.schema.js';
import { buildRoute } from '../shared/route.js';
import { WcTransaction } from '../shared/wc-transaction.schema.js';
import { Broadcast, ClaimFeeRate, relayed } from '../streams/claim-stream.schema.js';
import { AssetCategory } from '../tokens/token.schema.js';
import { PaymentParams } from './payment-words.schema.js';

export const PaymentClaimResponse = Type.Object(
  {
    success: Success(),
    claimableAmount: Amount('What is due now.'),
    claimableAmountBase: BaseAmount(),
    tokenCategory: AssetCategory(),
    intervalsClaimable: Type.Integer({ description: 'How many periods that is.' }),
    asOf: AsOf(),
    wcTransaction: WcTransaction,
    ...relayed,
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
  body: RequestBody({
    recipientAddress: PartyAddress("The payment's recipient."),
    broadcast: Broadcast(),
    feeRate: ClaimFeeRate(),
  }),
  response: { 200: PaymentClaimResponse },
  errors: ['NOTHING_TO_CLAIM', 'BROADCAST_REJECTED'],
});
