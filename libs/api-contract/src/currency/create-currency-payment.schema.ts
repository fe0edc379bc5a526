import Type, { type Static } from 'typebox';
import { INTERVALS, MAX_CURRENCY_PAYEES, MAX_NAME_LENGTH, MAX_PERIODS, wordsOf } from '@weir/kinds';
import { FundingProposal } from '../funding/funding-proposal.schema.js';
import { CalendarInput } from '../shared/calendar.schema.js';
import { Address, Answer, Flag, Integer, PartyAddress, PLAIN_TEXT, Timestamp } from '../shared/fields.schema.js';
import { NullableEnum } from '../shared/marks.js';
import { CreationHeaders, optional, RequestBody } from '../shared/requests.schema.js';
import { callerOptional, route } from '../shared/route.js';
import { Warnings } from '../shared/warnings.schema.js';
import { CreateStreamBody } from '../streams/create-stream-body.schema.js';
import { Currency, CurrencyPaymentResource, OracleKey } from './currency-payment.schema.js';

const { vaultId } = CreateStreamBody.properties;

const CurrencyAmount = (description: string) =>
  Type.Unsafe<number | string>({
    type: ['number', 'string'],
    maxLength: 32,
    description: `${description} In the currency: a JSON number or a decimal string.`,
    examples: [1500],
  });

/** What each of several payments has of its own. */
const own = {
  recipient: PartyAddress('Who is paid.'),
  recipientName: optional(
    Type.String({
      maxLength: MAX_NAME_LENGTH,
      pattern: PLAIN_TEXT,
      description: "The sender's name for the recipient.",
    }),
  ),
  amountPerPeriod: CurrencyAmount('What each period pays.'),
  openingAmount: Type.Optional(
    Type.Unsafe<number | string | null>({
      type: ['number', 'string', 'null'],
      maxLength: 32,
      description:
        'BCH that the funding pays in beside the reserve for fees; default 12 periods (or all, where they are fewer) at the latest price, and 3 tenths more.',
      examples: [50],
    }),
  ),
};

/** When the periods fall due, in the words of all requests for payments. */
export const periodInput = {
  interval: Type.Optional(
    NullableEnum(
      wordsOf(INTERVALS),
      'How often a period falls due, by a length that never changes: a month has 30 days. Required unless `calendar` is there.',
    ),
  ),
  calendar: optional(CalendarInput),
  startDate: optional(
    Timestamp('When the first period falls due; default now. By the calendar, the first payday then or later.'),
  ),
};

/** What a payment in a currency is created from. Optional fields may be left out or null. */
export const CreateCurrencyPaymentBody = RequestBody(
  {
    sender: optional(Address('Who funds the payment; the caller, where there is one.')),
    vaultId,
    ...own,
    others: optional(
      Type.Array(RequestBody(own), {
        minItems: 1,
        maxItems: MAX_CURRENCY_PAYEES - 1,
        description:
          'More payments of the same terms, which the same funding opens: one signature for all of them. Each has a contract, a till and a record of its own.',
      }),
    ),
    currency: Currency('What the amount is in.'),
    oracle: optional(
      OracleKey('Which oracle, where this service follows several of the currency; default the first one.'),
    ),
    ...periodInput,
    endDate: optional(
      Timestamp(
        'No period falls due after it. Without `endDate` and `periods` there is no end; by the calendar, the last payday is in January 2100.',
      ),
    ),
    periods: optional(
      Type.Integer({ minimum: 1, maximum: MAX_PERIODS, description: 'How many periods there are.', examples: [12] }),
    ),
    priceBounds: optional(
      RequestBody(
        {
          lowest: Type.Optional(
            CurrencyAmount('The lowest price of one BCH that counts; default a quarter of the latest.'),
          ),
          highest: Type.Optional(
            CurrencyAmount('The highest price of one BCH that counts; default four times the latest.'),
          ),
        },
        { description: 'No price beyond these counts, even if the oracle signs it.' },
      ),
    ),
    pausable: optional(
      Flag(
        'Whether the sender may pause; default true. A sender who may pause can choose the price of dates that passed in the pause, within the bounds. Every payment can be cancelled.',
      ),
    ),
    cancelNoticeBlocks: optional(
      Integer(
        'Blocks between a cancel and its refund, and between a pause and its settling, at least 12 (6 on regtest and the devnet); default 288 (6 on the devnet). With less than a day, a gap in the oracle’s numbers just before a cancel can cost the recipient a period.',
      ),
    ),
  },
  {
    title: 'CreateCurrencyPayment',
    examples: [
      {
        recipient: 'bchtest:qqhzut3w9chzut3w9chzut3w9chzut3w9cu09y2f07',
        recipientName: 'Ada',
        currency: 'USD',
        amountPerPeriod: 1500,
        interval: 'MONTHLY',
        startDate: 1_767_225_600,
      },
      {
        recipient: 'bchtest:qqhzut3w9chzut3w9chzut3w9chzut3w9cu09y2f07',
        currency: 'USD',
        amountPerPeriod: 1500,
        calendar: { months: 1, day: 25, time: '09:00', utcOffset: '+01:00' },
      },
    ],
  },
);
export type CreateCurrencyPaymentBody = Static<typeof CreateCurrencyPaymentBody>;

export const CreateCurrencyPaymentResponse = Answer(
  'CreateCurrencyPaymentResponse',
  'The stored payment. Fund it with the transaction of `funding-info`.',
  {
    payment: CurrencyPaymentResource,
    others: Type.Array(CurrencyPaymentResource, { description: 'Those that its funding opens beside it, in order.' }),
    warnings: Warnings(),
    proposal: FundingProposal(),
  },
);
export type CreateCurrencyPaymentResponse = Static<typeof CreateCurrencyPaymentResponse>;

const ERRORS = ['INVALID_AMOUNT', 'INVALID_TIME', 'ORACLE_UNAVAILABLE'] as const;

export const createCurrencyPayment = route('payments in a currency', {
  operationId: 'createCurrencyPayment',
  summary: 'Create a payment in a currency',
  description:
    'Works out the contract of a payment and stores it as PENDING. Each period pays the satoshis that its amount is at the oracle’s first price at or after its date, within the bounds. Without a caller, `sender` is who creates it. 503 `ORACLE_UNAVAILABLE` where no price of the last day is known.',
  security: callerOptional,
  headers: CreationHeaders,
  body: CreateCurrencyPaymentBody,
  response: { 200: CreateCurrencyPaymentResponse },
  errors: [...ERRORS, 'WRONG_STATE'],
});

const terms = Type.Omit(CurrencyPaymentResource, [
  'id',
  'payment_id',
  'opened_with',
  'contract_address',
  'nft_commitment',
]).properties;

export const PreviewCurrencyPaymentResponse = Answer(
  'PreviewCurrencyPaymentResponse',
  'The payment that the same body would create.',
  {
    payment: Type.Object(terms),
    others: Type.Array(Type.Object(terms), { description: 'Those that its funding would open beside it, in order.' }),
    warnings: Warnings(),
  },
);

export type PreviewCurrencyPaymentResponse = Static<typeof PreviewCurrencyPaymentResponse>;

export const previewCurrencyPayment = route('payments in a currency', {
  operationId: 'previewCurrencyPayment',
  summary: 'Preview a payment in a currency',
  description: 'Validates and computes as creation does, and stores nothing.',
  security: callerOptional,
  body: CreateCurrencyPaymentBody,
  response: { 200: PreviewCurrencyPaymentResponse },
  errors: ERRORS,
});
