import Type from 'typebox';
import { ALLOCATIONS, MAX_PERIODS, MAX_TRANCHES } from '@weir/kinds';
import { AmountInput, amountFields, Integer, Named, Timestamp } from '../shared/fields.schema.js';
import { localDays } from '../shared/local-days.schema.js';
import { NullableEnum } from '../shared/marks.js';
import { optional, RequestBody } from '../shared/requests.schema.js';

const DAYS = localDays('Months from one installment to the next, 1 to 12.', 'vests');
const INSTALLMENTS = 'Number of installments.';
const CLIFF = 'Number of the installment with which all earlier ones vest, too; 1 without a cliff.';
const ALLOCATION =
  'How the whole amount is divided among the installments, by the names of the Open Cap Table Format; of BCH always `CUMULATIVE_ROUND_DOWN`.';
const TRANCHE_TIME = 'When it vests.';
const TRANCHE_AMOUNT = 'What vests then.';

/** Days on which a grant vests, as a request names them. */
export const GrantCalendarInput = RequestBody(
  {
    ...DAYS.dayInput,
    ...DAYS.timeInput,
  },
  {
    title: 'GrantCalendarInput',
    description:
      'Days of the month on which a grant vests, instead of an end, a cliff and steps: of a `STEP` stream, or of a row of a plan of `INSTALLMENTS`. The first installment vests `months` months after the month of the start, on this day. `installments` says how many there are.',
    examples: [{ months: 1, day: 31, time: '09:00', utcOffset: '+01:00' }],
  },
);

/** A date and an amount in a request. */
export const TrancheInput = RequestBody(
  { time: Timestamp(TRANCHE_TIME), amount: AmountInput(TRANCHE_AMOUNT) },
  {
    title: 'TrancheInput',
    description: 'A date of a stream, and what vests on it.',
    examples: [{ time: 1_804_060_800, amount: 0.25 }],
  },
);

/**
 * Makes the fields that say how many installments a grant has, and how it is divided among them.
 *
 * @param only where they may be
 */
export const installmentsInput = (only: string) => ({
  installments: optional(
    Type.Integer({
      minimum: 1,
      maximum: MAX_PERIODS,
      description: `${INSTALLMENTS} Required ${only}, and only there.`,
    }),
  ),
  cliffInstallment: optional(
    Type.Integer({ minimum: 1, maximum: MAX_PERIODS, description: `${CLIFF} Only ${only}; default 1.` }),
  ),
  allocation: Type.Optional(
    NullableEnum(ALLOCATIONS, `${ALLOCATION} Only ${only}; default \`CUMULATIVE_ROUND_DOWN\`.`),
  ),
});

/** Makes the field that says what was paid before the funding. @param total the field of the rest */
export const releasedInput = (total: string) =>
  Type.Optional(
    AmountInput(
      `With \`calendar\`, of a grant that began elsewhere: what was paid there, or 0. With \`${total}\`, which is the rest, it makes the whole grant, of which some installment has vested exactly this amount.`,
    ),
  );

/** Makes the field of dates and amounts. @param of what has them @param total the field of their sum */
export const tranchesInput = (of: string, total: string) =>
  optional(
    Type.Array(TrancheInput, {
      minItems: 1,
      maxItems: MAX_TRANCHES,
      description: `Of ${of}: 1 to ${MAX_TRANCHES} dates and amounts, the earliest first, instead of a start, an end, a cliff and steps. The amounts add up to \`${total}\`. The funding announces them, so that no database is needed to claim.`,
    }),
  );

/** What a request says of a stream that vests on dates of the calendar. */
export const datedInput = {
  calendar: optional(GrantCalendarInput),
  ...installmentsInput('with `calendar`'),
  releasedAmount: releasedInput('totalAmount'),
  tranches: tranchesInput('a `STEP` stream', 'totalAmount'),
};

/** The installments of a stream. */
export const StreamCalendar = Named('StreamCalendar', 'The installments of a stream that vests by the calendar.', {
  ...DAYS.day,
  ...DAYS.time,
  installments: Integer(INSTALLMENTS),
  cliffInstallment: Integer(CLIFF),
  allocation: Type.Enum([...ALLOCATIONS], { description: ALLOCATION }),
  ...amountFields('released', 'What was paid elsewhere before the funding; the total is the rest of the grant.'),
});

/** A date and an amount of a stream. */
export const StreamTranche = Named('StreamTranche', 'A date of a stream, and what vests on it.', {
  time: Timestamp(TRANCHE_TIME),
  ...amountFields('amount', TRANCHE_AMOUNT),
});
