import Type, { type Static } from 'typebox';
import { FINALITIES, INTERVALS, MAX_PERIODS, RECORD_SOURCES, ROLLBACK_REASONS, wordsOf } from '@weir/kinds';
import { CurrencyCalendar } from '../shared/calendar.schema.js';
import {
  amountFields,
  Answer,
  AsOf,
  ContractAddress,
  Flag,
  FlagOrNull,
  Integer,
  IntegerOrNull,
  Named,
  PartyAddress,
  PartyAddresses,
  Text,
  TextOrNull,
  Timestamp,
  Uuid,
} from '../shared/fields.schema.js';
import { Nullable, NullableEnum } from '../shared/marks.js';
import { PaymentPeriod, PaymentStatus } from '../shared/payment-words.schema.js';
import { idParams, nextCursor, pageQuery } from '../shared/requests.schema.js';
import { callerOptional, route } from '../shared/route.js';

/** An amount in a currency, and beside it the same in the oracle's smallest units. */
export const InCurrency = (description: string) =>
  Type.Number({ description: `${description} In the currency.`, examples: [1500] });
export const SmallestUnits = (description = "The same, exactly, in the oracle's smallest units.") =>
  Type.String({
    pattern: '^\\d+$',
    description,
    examples: ['150000'],
  });

export const CurrencyText = () =>
  Type.String({
    pattern: '^\\d+(?:\\.\\d+)?$',
    description: "The same, exactly, with all of the oracle's decimals.",
    examples: ['1500.00'],
  });

/** Three capital letters. */
export const Currency = (description: string) => Type.String({ pattern: '^[A-Z]{3}$', description, examples: ['USD'] });

/** A compressed public key. */
export const OracleKey = (description: string) =>
  Type.String({ pattern: '^0[23][0-9a-f]{64}$', description, examples: [`02${'ab'.repeat(32)}`] });

const CurrencyOracle = Named('CurrencyOracle', 'Whose signed prices count.', {
  public_key: OracleKey('The public key of the oracle, compressed.'),
  currency: Currency('What it signs prices in.'),
  decimals: Integer('Decimals of its prices: 2 where it signs cents for one BCH.'),
});

const PriceBounds = Named(
  'PriceBounds',
  'Prices of one BCH beyond which no price counts: the nearer bound counts instead.',
  {
    lowest: InCurrency('The lowest price that counts.'),
    lowest_base: SmallestUnits(),
    lowest_decimal: CurrencyText(),
    highest: InCurrency('The highest price that counts.'),
    highest_base: SmallestUnits(),
    highest_decimal: CurrencyText(),
    are_old: FlagOrNull(
      'Whether the latest price is less than twice the lowest, or more than half of the highest: then open the payment again with new bounds. Null where no price is known.',
    ),
  },
);

const LatestPrice = Named('LatestPrice', 'The latest price of the oracle, and what a period comes to by it.', {
  price: InCurrency('Of one BCH, as the oracle signed it.'),
  price_base: SmallestUnits(),
  price_decimal: CurrencyText(),
  time: Timestamp('When the oracle signed it.'),
  counted_price: InCurrency('The price within the bounds.'),
  ...amountFields('amount_per_period', 'What a period comes to at this price.', 'BCH'),
});

const CoveredPeriods = Named('CoveredPeriods', 'How many of the next periods the money pays in full, debts first.', {
  at_price: Integer('At the latest price.'),
  at_half: Integer('At half of it.'),
});

const CurrencyRefund = Named('CurrencyRefund', 'What a cancel returns to the sender.', {
  status: Type.Enum(['pending', 'sent'], { description: '`sent` once the refund is on the chain.' }),
  ...amountFields('amount', 'What is left, or what returned. Periods go on falling due until the notice ends.', 'BCH'),
});

export const CurrencyPaymentResource = Named(
  'CurrencyPayment',
  'A recurring payment of an amount in a currency, in BCH at an oracle’s price of each date.',
  {
    id: Uuid(),
    payment_id: Text('The display id.', { examples: ['#WEIR-CUR-000001'] }),
    opened_with: Uuid('The first of the payments that one funding opens; a payment that is opened alone names itself.'),
    index: Integer('Its number in the funding, from 1.'),
    sender: PartyAddress('Who may pause and cancel, and gets back what is left.'),
    vault_id: TextOrNull('The vault that is its sender; of a private one, shown to its members alone.'),
    recipient: PartyAddress('Who is paid.'),
    recipient_name: TextOrNull("The sender's name for the recipient."),
    currency: Currency('What the amount is in.'),
    oracle: CurrencyOracle,
    amount_per_period: InCurrency('What each period pays.'),
    amount_per_period_base: SmallestUnits(),
    amount_per_period_decimal: CurrencyText(),
    price_bounds: PriceBounds,
    ...amountFields('least_per_period', 'What a period comes to at the highest price that counts.', 'BCH'),
    ...amountFields('most_per_period', 'What a period comes to at the lowest price that counts.', 'BCH'),
    latest_price: Nullable(LatestPrice),
    interval: PaymentPeriod,
    interval_seconds: IntegerOrNull(
      `Seconds of an interval: a month has ${INTERVALS.MONTHLY / 86_400} days. Null by the calendar, whose months differ.`,
    ),
    calendar: Nullable(CurrencyCalendar),
    start_date: Timestamp('When the first period falls due; by the calendar the first payday.'),
    periods: IntegerOrNull(
      `How many periods it has; null where it has no end. A contract counts ${MAX_PERIODS} at most, and by the calendar the paydays until January 2100.`,
    ),
    payment_count: Integer('Periods whose price is fixed.'),
    next_payment_date: IntegerOrNull('When the next period falls due, Unix seconds; null where none does.'),
    is_due: Flag('Whether a period is due at `as_of` that nobody has paid yet.'),
    ...amountFields('total_paid', 'What the recipient has been paid.', 'BCH'),
    ...amountFields('owed', 'What earlier prices fixed and the money did not cover: it is paid first.', 'BCH'),
    ...amountFields('balance', 'What the contract holds, the reserve included.', 'BCH'),
    ...amountFields(
      'reserve',
      'What no payment takes: fees, and prices that are fixed while there is no money.',
      'BCH',
    ),
    ...amountFields('opening_amount', 'What the funding pays into the contract, the reserve included.', 'BCH'),
    coveredPeriods: Nullable(CoveredPeriods),
    topUpAddress: TextOrNull(
      'Anybody adds money by sending BCH here. The service adds it to the payment. Null until it is funded, during a notice, and once it is over.',
    ),
    ...amountFields('least_top_up', 'Less is not added; the sender takes it back after the notice.', 'BCH'),
    status: PaymentStatus,
    settled: FlagOrNull('Of a PAUSED payment: whether the notice of the pause is over; null for any other.'),
    pausable: Flag('Whether the sender may pause.'),
    cancel_notice_blocks: Integer('Blocks between a cancel and its refund, and between a pause and its settling.'),
    grace_seconds: Integer('After so many seconds another message of the oracle may fix the price of a date.'),
    refund: Nullable(CurrencyRefund),
    contract_address: ContractAddress(),
    nft_commitment: Text('The state as the contract holds it, hex.'),
    funding_tx_hash: TextOrNull('Hash of the funding.'),
    activated_at: IntegerOrNull('When the funding was confirmed, Unix seconds.'),
    expires_at: IntegerOrNull('Kept until then without funding, Unix seconds; null for ever.'),
    created_at: Integer('Unix seconds.'),
    updated_at: Integer('Unix seconds.'),
    as_of: AsOf(),
  },
);
export type CurrencyPaymentResource = Static<typeof CurrencyPaymentResource>;

const ExecutionPrice = Named('ExecutionPrice', 'The price that it fixed, with the messages that prove it.', {
  due: Timestamp('The date of the period.'),
  price: InCurrency('Of one BCH, as the oracle signed it.'),
  price_base: SmallestUnits(),
  price_decimal: CurrencyText(),
  time: Timestamp('When the oracle signed it.'),
  number: Integer('Its number among the prices of the oracle.'),
  ...amountFields('amount', 'What the period comes to.', 'BCH'),
  message: Text('The message that the oracle signed, 16 bytes, hex.'),
  signature: Text('Its Schnorr signature, hex.'),
  previous_message: Text('The message before it, which proves that it is the first at or after the date, hex.'),
  previous_signature: Text('Its signature, hex.'),
});

const CurrencyExecution = Named('CurrencyExecution', 'What one transaction paid.', {
  kind: Type.Enum(['PERIOD', 'DEBT'], { description: '`PERIOD` fixes a price and pays; `DEBT` pays a debt.' }),
  tx_hash: Text('Hash of the transaction.'),
  paid_at: Integer('When it was recorded, Unix seconds.'),
  ...amountFields('amount', 'What the recipient received: 0 where the money did not cover the smallest output.', 'BCH'),
  ...amountFields('owed', 'The debt after it.', 'BCH'),
  price: Nullable(ExecutionPrice),
});

const STEPS = [
  ...(['funded', 'paid', 'debt_paid', 'topped_up', 'paused', 'settled', 'resumed', 'cancelled'] as const),
  ...(['refunded', 'closed'] as const),
];

const CurrencyEvent = Named('CurrencyEvent', 'Something that happened to a payment.', {
  event: Type.Enum([...STEPS, 'restored', 'rolled_back', 'completed'], { description: 'What happened.' }),
  of: NullableEnum(STEPS, 'Of a step that was rolled back or restored: which one.'),
  at: Integer('Unix seconds.'),
  tx_hash: Text('Hash of its transaction.'),
  ...amountFields('amount', 'What it moved.', 'BCH'),
  source: Type.Enum([...RECORD_SOURCES], { description: 'How this service learned of it.' }),
  reason: NullableEnum(ROLLBACK_REASONS, 'Why it was rolled back.'),
  replaced_by: TextOrNull('Hash of the transaction that replaced it.'),
  finality: NullableEnum(FINALITIES, 'How deep its transaction is; null where it is gone.'),
  height: IntegerOrNull('Height of its block.'),
});

/** Path parameters of a single payment. */
export const CurrencyParams = idParams('payment');

export const ListCurrencyPaymentsQuery = Type.Object({
  sender: Type.Optional(PartyAddresses('Only payments of this sender.')),
  recipient: Type.Optional(PartyAddresses('Only payments to this recipient.')),
  address: Type.Optional(PartyAddresses('Only payments of which it is a party.')),
  status: Type.Optional(PaymentStatus),
  openedWith: Type.Optional(Uuid('Only payments that one funding opens, by the id of the first of them.')),
  ...pageQuery('Payments'),
});

export const ListCurrencyPaymentsResponse = Answer('ListCurrencyPaymentsResponse', 'Payments, the newest first.', {
  payments: Type.Array(CurrencyPaymentResource, { description: 'The newest first.' }),
  total: Integer('How many match in all.'),
  nextCursor: nextCursor(),
});

export type ListCurrencyPaymentsResponse = Static<typeof ListCurrencyPaymentsResponse>;

export const listCurrencyPayments = route('payments in a currency', {
  operationId: 'listCurrencyPayments',
  summary: 'List payments in a currency',
  description: 'New ones first, all or those of a sender, a recipient or a status. Lists leave out the executions.',
  querystring: ListCurrencyPaymentsQuery,
  response: { 200: ListCurrencyPaymentsResponse },
  errors: ['INVALID_ADDRESS'],
});

export const CurrencyPaymentDetail = Answer(
  'CurrencyPaymentDetail',
  'A payment with what it paid and what happened to it.',
  {
    payment: CurrencyPaymentResource,
    executions: Type.Array(CurrencyExecution, { description: 'What was paid, the oldest first.' }),
    events: Type.Array(CurrencyEvent, { description: 'What happened to it, the oldest first.' }),
  },
);
export type CurrencyPaymentDetail = Static<typeof CurrencyPaymentDetail>;

export const getCurrencyPayment = route('payments in a currency', {
  operationId: 'getCurrencyPayment',
  summary: 'Get a payment in a currency',
  description:
    'With every execution, its price, and the signed messages of the oracle from which anybody computes the satoshis again. Members of the private vault that is its sender see its `vault_id`.',
  security: callerOptional,
  params: CurrencyParams,
  response: { 200: CurrencyPaymentDetail },
});

const ListedOracle = Named('ListedOracle', 'An oracle that new payments can name.', {
  currency: Currency('What it signs prices in.'),
  decimals: Integer('Decimals of its prices.'),
  public_key: OracleKey('Its public key.'),
  price: Nullable(InCurrency('The latest price of one BCH; null where none is known.')),
  price_base: Nullable(SmallestUnits()),
  price_decimal: Nullable(CurrencyText()),
  time: IntegerOrNull('When it signed that, Unix seconds.'),
  message: TextOrNull('The message that it signed, hex, from which anybody reads the price and its time again.'),
  signature: TextOrNull('Its Schnorr signature, hex.'),
});

export const ListOraclesResponse = Answer('ListOraclesResponse', 'The oracles that this service follows.', {
  oracles: Type.Array(ListedOracle, { description: 'In the order of the settings.' }),
});

export type ListOraclesResponse = Static<typeof ListOraclesResponse>;

export const listOracles = route('payments in a currency', {
  operationId: 'listOracles',
  summary: 'List the oracles of payments in a currency',
  description:
    'Those that the operator configured, each with its latest signed price. A new payment names one of them by its key.',
  response: { 200: ListOraclesResponse },
});

/** The intervals of payments, for descriptions. */
export const CURRENCY_INTERVALS = wordsOf(INTERVALS);
