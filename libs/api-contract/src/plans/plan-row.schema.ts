import Type, { type Static } from 'typebox';
import { INTERVALS, MAX_MONTHS, MAX_NAME_LENGTH, MAX_SHAPE_EXPONENT, MAX_SHAPE_PARTS, wordsOf } from '@weir/kinds';
import { AmountInput, MAX_ADDRESS_LENGTH, Timestamp } from '../shared/fields.schema.js';
import type { PaymentInterval } from '../shared/payment-words.schema.js';
import { optional, RequestBody } from '../shared/requests.schema.js';
import { GrantCalendarInput, installmentsInput, releasedInput, tranchesInput } from '../streams/grant.schema.js';

const Percent = (description: string) =>
  Type.Number({ exclusiveMinimum: 0, maximum: 100, description: `${description} Percent, with up to 4 decimals.` });

/** A curve that is known by name. */
export const PlanShape = Type.Union(
  [
    RequestBody({
      kind: Type.Literal('upfront-and-tail'),
      upfrontPercent: Percent('What unlocks at the start; the rest follows by the second until the end.'),
    }),
    RequestBody({
      kind: Type.Literal('cliff-and-monthly'),
      cliffMonths: Type.Integer({ minimum: 0, description: 'Months of 30 days before which nothing vests.' }),
      months: Type.Integer({
        minimum: 1,
        maximum: MAX_MONTHS,
        description: 'Of the whole, those of the cliff among them.',
      }),
    }),
    RequestBody({
      kind: Type.Literal('tranches'),
      tranches: Type.Array(
        RequestBody({ time: Timestamp('When it unlocks.'), percent: Percent('How much of the amount.') }),
        {
          minItems: 1,
          maxItems: MAX_SHAPE_PARTS,
          description: '100 percent together; the last takes what rounding leaves.',
        },
      ),
    }),
    RequestBody({
      kind: Type.Literal('exponential'),
      exponent: Type.Integer({
        minimum: 1,
        maximum: MAX_SHAPE_EXPONENT,
        description: 'Of the time that has passed; 2 or 3 vest late.',
      }),
      pieces: Type.Integer({
        minimum: 1,
        maximum: MAX_SHAPE_PARTS,
        description: 'Straight pieces that stand for the curve.',
      }),
    }),
  ],
  {
    title: 'PlanShape',
    description: 'A preset instead of `cliff` and `step`. A row becomes as many streams as its shape has parts.',
  },
);

const optionalTime = (description: string) => optional(Timestamp(description));

/** When something falls due, as given by a row, or by the plan for all rows that do not give it. */
export const planTimes = {
  start: optionalTime(
    'When vesting starts, or the first salary falls due; default now. The first of `INSTALLMENTS` vests in a later month.',
  ),
  end: optionalTime(
    'When all has vested, default 365 days after the start; of salaries the time after which none falls due, default 12 of them.',
  ),
  cliff: optionalTime('Nothing vests before it, within start and end; 0 or null for none.'),
  step: optional(
    Type.Integer({
      minimum: 0,
      description:
        'Seconds of a step, at whose end it vests; 0 or null: by the second. Of locks the end is a whole number of steps after the start.',
    }),
  ),
  interval: Type.Optional(
    Type.Unsafe<Static<typeof PaymentInterval> | null>({
      type: ['string', 'null'],
      enum: [...wordsOf(INTERVALS), null],
      description: 'Of salaries, required there for the row or the plan unless the plan has a `calendar`.',
    }),
  ),
  shape: Type.Optional(Type.Union([PlanShape, Type.Null()])),
  ...installmentsInput('for the row or the plan of `INSTALLMENTS`'),
};

/** One recipient, and what they get. */
export const PlanRow = RequestBody(
  {
    recipient: Type.String({
      maxLength: MAX_ADDRESS_LENGTH,
      description: 'Who receives it: a cash address of any standard kind, P2PKH or P2SH, so a vault too.',
      examples: ['bchtest:qqhzut3w9chzut3w9chzut3w9chzut3w9cu09y2f07'],
    }),
    amount: AmountInput('All of it; of salaries what each pays. Of BCH at least 0.00000576.'),
    ...planTimes,
    calendar: optional(GrantCalendarInput),
    releasedAmount: releasedInput('amount'),
    tranches: tranchesInput('a row of a plan of `TRANCHES`', 'amount'),
    label: optional(
      Type.String({ maxLength: MAX_NAME_LENGTH, description: 'Label of the sender, shown only to them.' }),
    ),
  },
  { title: 'PlanRow' },
);
export type PlanRow = Static<typeof PlanRow>;
