import Type, { type Static } from 'typebox';
import { Address, amountFields, Answer, AsOf, Integer } from '../shared/fields.schema.js';
import { optional, RequestBody } from '../shared/requests.schema.js';
import { buildRoute, callerRequired } from '../shared/route.js';
import { WcTransaction } from '../shared/wc-transaction.schema.js';
import { CancelBody, CancelResponse } from '../streams/funding-info.schema.js';
import { AssetCategory } from '../tokens/token.schema.js';
import { PaymentParams } from './payment.schema.js';

/** Body of what only the sender may do; they may be named although they must be the caller. */
const SenderBody = RequestBody({
  sender: optional(Address('The sender of the payment; default the caller, who they must be.')),
});

/** Body of a cancel; it names the wallet that signs, so that clients learn when the contract returns to another. */
const StopBody = RequestBody({
  sender: optional(Address('The wallet that signs; default the caller.')),
  allowUnsafeRecovery: CancelBody.properties.allowUnsafeRecovery,
});

const due = {
  ...amountFields('dueAmount', 'What is due, which this pays the recipient.'),
  intervalsDue: Integer('How many periods that is.'),
};

export const PausePaymentResponse = Answer('PausePaymentResponse', 'The pause, to be signed by the sender.', {
  ...due,
  tokenCategory: AssetCategory(),
  asOf: AsOf(),
  settlesAfterBlocks: Integer(
    'Blocks between the pause and its settling, which the service sends by itself. Until then periods go on falling due, which the service pushes.',
  ),
  wcTransaction: WcTransaction,
});
export type PausePaymentResponse = Static<typeof PausePaymentResponse>;

export const ResumePaymentResponse = Answer('ResumePaymentResponse', 'The resume, to be signed by the sender.', {
  nextPaymentDate: Integer('When the next period will fall due, Unix seconds.'),
  asOf: AsOf(),
  wcTransaction: WcTransaction,
});
export type ResumePaymentResponse = Static<typeof ResumePaymentResponse>;

export const CancelPaymentResponse = Answer('CancelPaymentResponse', 'The cancel, to be signed by the sender.', {
  ...due,
  tokenCategory: AssetCategory(),
  ...amountFields(
    'returnedAmount',
    'The unpaid periods, which return to the sender but for those that fall due until the notice ends.',
  ),
  cancelReturnAddress: CancelResponse.properties.cancelReturnAddress,
  asOf: AsOf(),
  wcTransaction: WcTransaction,
  refund: Type.Object({
    ...amountFields(
      'amount',
      'What returns if nobody pushes, reserve included. Periods go on falling due until the notice ends, and the service pushes them to the recipient.',
    ),
    availableAfterBlocks: Integer(
      'Blocks between the cancel and the refund, which the service sends by itself; 0 from a settled pause: the cancel itself returns it.',
    ),
  }),
});
export type CancelPaymentResponse = Static<typeof CancelPaymentResponse>;

export const pausePayment = buildRoute('payments', {
  operationId: 'pausePayment',
  summary: 'Build the pause of a payment',
  description:
    'Only for the sender of a pausable ACTIVE payment. Pays the recipient what is due first. The period that runs is still paid at its date; nothing else falls due from the end of the notice to the resume. `WRONG_STATE` where that period is the last one.',
  security: callerRequired,
  params: PaymentParams,
  body: SenderBody,
  response: { 200: PausePaymentResponse },
  errors: ['NOT_PAUSABLE'],
});

export const resumePayment = buildRoute('payments', {
  operationId: 'resumePayment',
  summary: 'Build the resume of a payment',
  description:
    'Only for the sender of a PAUSED payment whose pause is settled; 409 `NOTICE_NOT_OVER` with `availableAtHeight` before, and `WRONG_STATE` where only the period that runs is left, which is paid at its date although the payment is paused. A period that still ran when it was paused is paid with the resume; the next one falls due one interval later.',
  security: callerRequired,
  params: PaymentParams,
  body: SenderBody,
  response: { 200: ResumePaymentResponse },
  errors: ['NOTICE_NOT_OVER', 'BROADCAST_REJECTED'],
});

export const cancelPayment = buildRoute('payments', {
  operationId: 'cancelPayment',
  summary: 'Build the cancel of a payment',
  description:
    'Only for the sender of a cancelable ACTIVE or PAUSED payment; of a pause whose notice still runs 409 `NOTICE_NOT_OVER` with `availableAtHeight`. 409 `UNSAFE_CANCEL_DESTINATION` when the contract would return the rest to another wallet than the one that signs.',
  security: callerRequired,
  params: PaymentParams,
  body: StopBody,
  response: { 200: CancelPaymentResponse },
  errors: ['NOT_CANCELABLE', 'UNSAFE_CANCEL_DESTINATION', 'NOTICE_NOT_OVER', 'FEE_RATE_TOO_HIGH', 'BROADCAST_REJECTED'],
});
