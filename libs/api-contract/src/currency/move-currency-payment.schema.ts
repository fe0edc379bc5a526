import Type, { type Static } from 'typebox';
import { MAX_MOVED_CURRENCY_PAYMENTS } from '@weir/kinds';
import {
  Address,
  amountFields,
  AmountInput,
  Answer,
  AsOf,
  ContractAddress,
  Flag,
  Integer,
  IntegerOrNull,
  Named,
  Text,
  TextOrNull,
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

const TillCoin = Named('TillCoin', 'A coin at the top-up address.', {
  outpoint: Text('txid:vout.'),
  ...amountFields('amount', 'What it holds.', 'BCH'),
  tokenCategory: TextOrNull('Category of its token, which was sent there by mistake; null without one.'),
  takeableAtHeight: IntegerOrNull(
    'From this height of the chain on the sender may take it back; null while it is not mined.',
  ),
  isAdded: Flag('Whether the service adds it to the payment as it is now.'),
});

export const TillResponse = Answer('TillResponse', 'What was sent to the top-up address and is not added yet.', {
  address: Text('The top-up address, also while nothing is added: during a notice and after the end.'),
  height: Integer('Height of the chain.'),
  ...amountFields('waiting', 'What all coins there hold.', 'BCH'),
  waitingCoins: Integer('How many they are.'),
  ...amountFields('takeable', 'What the sender may take back now.', 'BCH'),
  takeableCoins: Integer('In how many coins.'),
  coins: Type.Array(TillCoin, { description: 'Those that can be taken first come first, 100 at most.' }),
});
export type TillResponse = Static<typeof TillResponse>;

export const getCurrencyPaymentTill = route(TAG, {
  operationId: 'getCurrencyPaymentTill',
  summary: 'Read the top-up address of a payment in a currency',
  description: 'Lists what was sent there and is not added to the payment yet, as the chain shows it.',
  params: CurrencyParams,
  response: { 200: TillResponse },
  errors: ['WRONG_STATE', 'CHAIN_UNAVAILABLE'],
});

const TakeBody = RequestBody({
  sender: optional(Address('The sender of the payment; default the caller, who they must be.')),
});

export const TakeResponse = Answer('TakeResponse', 'The transaction, to be signed by the sender.', {
  returnAddress: Text('Where it returns.'),
  ...amountFields('amount', 'What the coins hold.', 'BCH'),
  coins: Integer('How many coins it takes: 50 at most.'),
  ...amountFields('fee', 'Fee of the transaction.', 'BCH'),
  wcTransaction: WcTransaction,
});
export type TakeResponse = Static<typeof TakeResponse>;

export const takeCurrencyPayment = buildRoute(TAG, {
  operationId: 'takeCurrencyPayment',
  summary: 'Build the taking of what was not added to a payment in a currency',
  description:
    'Only for the sender. Takes back coins of the top-up address that were there for as long as the cancel notice: too small ones, tokens, and what came during a notice or after the end. The payment itself does not change. 409 `NOTICE_NOT_OVER` with `availableAtHeight` before that.',
  security: callerRequired,
  params: CurrencyParams,
  body: TakeBody,
  response: { 200: TakeResponse },
  errors: ['NOTICE_NOT_OVER'],
});

export const confirmCurrencyTaking = confirm(
  'confirmCurrencyPaymentTaking',
  'taking of what was not added to a payment in a currency',
  'The transaction is checked on the chain. Nothing is recorded, since the payment does not change.',
);

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
