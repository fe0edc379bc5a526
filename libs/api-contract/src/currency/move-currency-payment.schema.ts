import Type, { type Static } from 'typebox';
import { MAX_MOVED_CURRENCY_PAYMENTS } from '@weir/kinds';
import {
  Address,
  amountFields,
  AmountInput,
  Answer,
  AsOf,
  ContractAddress,
  Integer,
  IntegerOrNull,
  Named,
  Text,
  Uuid,
} from '../shared/fields.schema.js';
import { PaymentStatus } from '../shared/payment-words.schema.js';
import { NoFields, optional, RequestBody } from '../shared/requests.schema.js';
import { buildRoute, callerRequired, confirmedFields, confirmsOf, route } from '../shared/route.js';
import { WcTransaction } from '../shared/wc-transaction.schema.js';
import { fundingDetails, FundingPreparation } from '../streams/funding-info.schema.js';
import { CurrencyParams, CurrencyPaymentResource } from './currency-payment.schema.js';

export const CurrencyFundingReady = Answer('CurrencyFundingReady', 'The funding, to be signed by the sender.', {
  fundingInfo: Type.Object({
    paymentId: Text('The display id.'),
    contractAddress: ContractAddress(),
    sender: Type.String(),
    recipient: Type.String(),
    payments: Integer('How many payments it opens.'),
    ...amountFields('amount', 'What the contracts hold at first, the reserves included.', 'BCH'),
  }),
  ...fundingDetails,
  wcTransaction: WcTransaction,
});

export const CurrencyFundingResponse = Type.Union([CurrencyFundingReady, FundingPreparation], {
  title: 'CurrencyFundingResponse',
  description: 'The funding, or the preparation it needs first.',
});
export type CurrencyFundingResponse = Static<typeof CurrencyFundingResponse>;

const TAG = 'payments in a currency';

export const currencyFundingInfo = buildRoute(TAG, {
  operationId: 'getCurrencyPaymentFundingInfo',
  summary: 'Build the funding of a payment in a currency',
  description:
    'Only while the payment is PENDING. Holds the unsigned transaction for the sender, which opens all payments that were created with it.',
  params: CurrencyParams,
  response: { 200: CurrencyFundingResponse },
  errors: ['RECORD_EXPIRED'],
});

export const CurrencyConfirmResponse = Named(
  'CurrencyConfirmResponse',
  'The transaction is on the chain and recorded.',
  { ...confirmedFields(PaymentStatus), payment: CurrencyPaymentResource },
);
export type CurrencyConfirmResponse = Static<typeof CurrencyConfirmResponse>;

const confirm = confirmsOf(TAG, { params: CurrencyParams, response: { 200: CurrencyConfirmResponse } });

export const confirmCurrencyFunding = confirm(
  'confirmCurrencyPaymentFunding',
  'funding of a payment in a currency',
  'The payment becomes ACTIVE.',
);

export const confirmCurrencyStep = confirm(
  'confirmCurrencyPayment',
  'step of a payment in a currency',
  'Any step: a cancel, a pause, a resume, a top-up, or one that nobody signs. Recorded with every payment of the sender that the transaction moved.',
);

const SenderBody = RequestBody({
  sender: optional(Address('The sender of the payment; default the caller, who they must be.')),
  others: optional(
    Type.Array(Uuid(), {
      minItems: 1,
      maxItems: MAX_MOVED_CURRENCY_PAYMENTS - 1,
      description:
        'The `id`s of more payments of the same sender, which the same transaction moves: one signature for all of them. Each must be in a state for it.',
    }),
  ),
});
export type MoveCurrencyPaymentBody = Static<typeof SenderBody>;

export const CurrencyMoveResponse = Answer('CurrencyMoveResponse', 'The move, to be signed by the sender.', {
  returnAddress: Text('Where a cancel returns the rest.'),
  ...amountFields(
    'refundAmount',
    'What the contracts hold now. Periods go on falling due until the notice ends.',
    'BCH',
  ),
  payments: Integer('How many payments it moves.'),
  availableAfterBlocks: Integer('Blocks of the notice. What ends it the service sends by itself.'),
  nextPaymentDate: IntegerOrNull('When the next period of the payment falls due after it, Unix seconds.'),
  asOf: AsOf(),
  wcTransaction: WcTransaction,
});
export type CurrencyMoveResponse = Static<typeof CurrencyMoveResponse>;

const move = <const Id extends string>(operationId: Id, summary: string, description: string) =>
  buildRoute(TAG, {
    operationId,
    summary,
    description: `Only for the sender. ${description}`,
    security: callerRequired,
    params: CurrencyParams,
    body: SenderBody,
    response: { 200: CurrencyMoveResponse },
    errors: ['NOT_PAUSABLE'],
  });

export const pauseCurrencyPayment = move(
  'pauseCurrencyPayment',
  'Build the pause of a payment in a currency',
  'The period that runs is still paid at its date; nothing else falls due from the end of the notice to the resume.',
);

export const resumeCurrencyPayment = move(
  'resumeCurrencyPayment',
  'Build the resume of a payment in a currency',
  'Where the running period is not paid yet, it goes on as if never paused. Else the next period falls due one interval later.',
);

export const cancelCurrencyPayment = move(
  'cancelCurrencyPayment',
  'Build the cancel of a payment in a currency',
  'What falls due during the notice is paid at its price; then the rest returns. A cancel forgives the debt.',
);

export const TopUpBody = RequestBody({
  payer: Address('The wallet that signs: anybody’s.'),
  amount: AmountInput('How much is added, at least `least_top_up` of the payment.'),
});

export const TopUpResponse = Answer('TopUpResponse', 'The top-up, to be signed by its payer.', {
  ...amountFields('amount', 'What it adds.', 'BCH'),
  ...amountFields('fee', 'Fee of the transaction.', 'BCH'),
  wcTransaction: WcTransaction,
});
export type TopUpResponse = Static<typeof TopUpResponse>;

export const topUpCurrencyPayment = buildRoute(TAG, {
  operationId: 'topUpCurrencyPayment',
  summary: 'Build a top-up of a payment in a currency',
  description:
    'For anybody. Adds money at once by a wallet that signs contract transactions; any other wallet sends BCH to `topUpAddress`.',
  params: CurrencyParams,
  body: TopUpBody,
  response: { 200: TopUpResponse },
  errors: ['INVALID_AMOUNT'],
});

export const PushCurrencyResponse = Answer('PushCurrencyResponse', 'What was sent, and the payment after it.', {
  sent: Type.Array(
    Type.Object({
      kind: Type.Enum(['topUp', 'pay', 'payDebt', 'settle', 'refund', 'close'], { description: 'What it does.' }),
      txHash: Text('Hash of the transaction.'),
    }),
    { description: 'In order; empty where nothing is due.' },
  ),
  payment: CurrencyPaymentResource,
});
export type PushCurrencyResponse = Static<typeof PushCurrencyResponse>;

export const pushCurrencyPayment = route(TAG, {
  operationId: 'pushCurrencyPayment',
  summary: 'Send what a payment in a currency is due',
  description:
    'Adds what was sent to `topUpAddress`, pays what is due at the oracle’s price, pays debts, and ends what is over. Needs no signature; the service does so by itself as well.',
  params: CurrencyParams,
  body: NoFields,
  response: { 200: PushCurrencyResponse },
  errors: ['WRONG_STATE', 'BROADCAST_REJECTED', 'CHAIN_UNAVAILABLE'],
});
