import Type, { type Static } from 'typebox';
import { RECORD_SOURCES } from '@weir/kinds';
import { PaymentCalendar } from '../shared/calendar.schema.js';
import {
  Amount,
  amountFields,
  Answer,
  BaseAmount,
  Flag,
  FlagOrNull,
  Integer,
  IntegerOrNull,
  Named,
  PartyAddress,
  Text,
  TextOrNull,
  Timestamp,
  Uuid,
} from '../shared/fields.schema.js';
import { Nullable } from '../shared/marks.js';
import { PaymentPeriod, PaymentStatus } from '../shared/payment-words.schema.js';
import { idParams, nextCursor } from '../shared/requests.schema.js';
import { callerOptional, route } from '../shared/route.js';
import { ListStreamsQuery, StreamEvent } from '../streams/read-streams.schema.js';
import { onchain, StreamResource } from '../streams/stream.schema.js';

/** Path parameters of a single payment. */
export const PaymentParams = idParams('payment');

const NEXT_PAYMENT =
  'When the next period falls due, Unix seconds; null while paused, and once it is cancelled or complete.';

export const PaymentPause = Named('PaymentPause', 'The pause of a payment; null unless it is PAUSED.', {
  settled: Flag('Whether its notice is over: only then can the payment be resumed.'),
  availableAtHeight: IntegerOrNull(
    'First block that may settle it; null until the pause is mined, and once it is settled.',
  ),
});

/** A payment is a recurring stream in other words: what both have is the same. */
const { id, plan_id, vault_id, recipient, token_type, token_category, cancelable } = StreamResource.properties;
const { contract_address, nft_commitment, funding_tx_hash, funded_by_sender } = StreamResource.properties;
const { activated_at, expires_at, created_at, updated_at, refund, as_of } = StreamResource.properties;
const { transferable, move_delay_blocks, pending_move } = StreamResource.properties;

export const PaymentResource = Named('Payment', 'A recurring payment.', {
  id,
  payment_id: Text('The display id.', { examples: ['#WEIR-PAY-000001'] }),
  plan_id,
  vault_id,
  sender: PartyAddress(
    'The named sender: who may pause and cancel, and gets back what is left. Anybody can name them by funding; whether they paid, `funded_by_sender` says.',
  ),
  recipient,
  recipient_name: TextOrNull("The sender's name for the recipient."),
  token_type,
  token_category,
  ...amountFields('amount_per_period', 'What each period pays.'),
  ...amountFields('total_amount', 'What all funded periods pay.'),
  interval: PaymentPeriod,
  interval_seconds: IntegerOrNull('Seconds of an interval; null by the calendar, whose months differ.'),
  intervalSeconds: IntegerOrNull('The same again.'),
  calendar: Nullable(PaymentCalendar),
  start_date: Timestamp('When the first period falls due.'),
  end_date: Nullable(Timestamp('No period falls due after it.')),
  next_payment_date: IntegerOrNull(NEXT_PAYMENT),
  nextPaymentDate: IntegerOrNull('The same again.'),
  unpaid_from: IntegerOrNull(
    'Of a cancelled payment: the due date of its first period that is not paid. It may still be paid while the refund is `pending`, and not afterwards. Null for any other.',
  ),
  ...amountFields('total_paid', 'What the recipient has been paid.'),
  payment_count: Integer('Periods paid.'),
  periods_funded: Integer('Periods the funding pays for: 12, or fewer up to the end.'),
  ...amountFields('claimable_amount', 'What is due at `as_of`.'),
  periods_due: Integer('Periods due at `as_of`.'),
  status: PaymentStatus,
  settled: FlagOrNull('Of a PAUSED payment: whether the notice of the pause is over; null for any other.'),
  pause: Nullable(PaymentPause),
  cancelable,
  pausable: Flag('Whether the sender may pause.'),
  cancel_notice_blocks: Integer('Blocks between a cancel and its refund, and between a pause and its settling.'),
  transferable,
  move_delay_blocks,
  contract_address,
  nft_commitment,
  funding_tx_hash,
  funded_by_sender,
  activated_at,
  expires_at,
  created_at,
  updated_at,
  refund,
  pending_move,
  as_of,
});
export type PaymentResource = Static<typeof PaymentResource>;

export const PaymentDetail = Named('PaymentDetail', 'A payment, beside what the indexer sees of it.', {
  ...PaymentResource.properties,
  ...onchain,
});

/** One transaction that paid one or more due periods. */
export const PaymentExecution = Named('PaymentExecution', 'Periods paid to the recipient by one transaction.', {
  id: Uuid(),
  payment_id: Uuid("The payment's `id`."),
  amount: Amount('What was paid.'),
  amount_base: BaseAmount(),
  intervals: Integer('Periods it paid.'),
  paid_at: Integer('When it was recorded, Unix seconds.'),
  tx_hash: Type.String(),
  source: Type.Enum([...RECORD_SOURCES], {
    description:
      '`confirm`: reported by confirm-claim; `chain`: found on the chain (pushes, pauses, cancels, claims never confirmed here).',
  }),
});

export const ListPaymentsQuery = Type.Object({ ...ListStreamsQuery.properties, status: Type.Optional(PaymentStatus) });
export type ListPaymentsQuery = Static<typeof ListPaymentsQuery>;

export const ListPaymentsResponse = Answer('ListPaymentsResponse', 'A page of payments.', {
  payments: Type.Array(PaymentDetail, { description: 'The newest first.' }),
  total: Integer('How many payments match, on all pages.'),
  nextCursor: nextCursor(),
});
export type ListPaymentsResponse = Static<typeof ListPaymentsResponse>;

export const GetPaymentResponse = Answer('GetPaymentResponse', 'The payment, its executions and its events.', {
  payment: PaymentDetail,
  payment_executions: Type.Array(PaymentExecution, { description: 'Every payment to the recipient.' }),
  events: Type.Array(StreamEvent, {
    description: 'What happened, the oldest first; kept when the chain takes a step back.',
  }),
  renewed_with_plan: Nullable(
    Uuid('The plan with which it is renewed, or whose renewal goes on from it; null where it is renewed by itself.'),
  ),
});
export type GetPaymentResponse = Static<typeof GetPaymentResponse>;

export const listPayments = route('payments', {
  operationId: 'listPayments',
  summary: 'List payments',
  description: 'The filters combine. Addresses match in every form they can be written in.',
  querystring: ListPaymentsQuery,
  response: { 200: ListPaymentsResponse },
  errors: ['INVALID_ADDRESS'],
});

export const getPayment = route('payments', {
  operationId: 'getPayment',
  summary: 'Get a payment with its executions and events',
  description: 'Open to everybody. Members of the private vault that it is linked to see its `vault_id`.',
  security: callerOptional,
  params: PaymentParams,
  response: { 200: GetPaymentResponse },
});
