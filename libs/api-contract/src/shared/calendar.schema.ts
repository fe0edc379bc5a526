import Type, { type Static } from 'typebox';
import { FUNDED_PERIODS, PAYDAY_MONTHS } from '@weir/kinds';
import { Integer, IntegerOrNull, Named } from './fields.schema.js';
import { localDays } from './local-days.schema.js';
import { optional, RequestBody } from './requests.schema.js';

const DAYS = localDays(`Months from one payday to the next: ${PAYDAY_MONTHS.join(', ')}.`, 'is paid');
const SECOND_DAY =
  'A second payday in each month, later than `day`, which is at most 27 then. Only where `months` is 1.';

/** Days on which a payment is made, as a request names them. */
export const CalendarInput = RequestBody(
  {
    ...DAYS.dayInput,
    secondDay: optional(Type.Integer({ minimum: 1, maximum: 31, description: SECOND_DAY })),
    ...DAYS.timeInput,
  },
  {
    title: 'CalendarInput',
    description:
      'Paydays that are dates of the calendar, instead of `interval`. `MONTHLY` is every 30 days; `months: 1` is the same day of each month. Of a plan of `INSTALLMENTS` the days on which its grants vest, any number of months from 1 to 12 apart, unless a row has its own.',
    examples: [{ months: 1, day: 31, time: '09:00', utcOffset: '+01:00' }],
  },
);
export type CalendarInput = Static<typeof CalendarInput>;

const PAYDAYS = { ...DAYS.day, secondDay: IntegerOrNull(SECOND_DAY), ...DAYS.time };

/** The same of a plan. */
export const PlanCalendar = Named('PlanCalendar', 'The days on which the salaries of a plan are paid.', PAYDAYS);

/** The same of a payment. */
export const PaymentCalendar = Named('PaymentCalendar', 'The paydays of a payment by the calendar.', {
  ...PAYDAYS,
  paydays: Type.Array(Integer('Unix seconds.'), {
    description:
      'When the periods fall due that are not paid, the soonest first; none while paused, and once it is over.',
  }),
});

/** The same of a payment in a currency, which may have no end. */
export const CurrencyCalendar = Named('CurrencyCalendar', 'The paydays of a payment in a currency by the calendar.', {
  ...PAYDAYS,
  paydays: Type.Array(Integer('Unix seconds.'), {
    description: `When the next periods fall due, ${FUNDED_PERIODS} at most, the soonest first. Fewer while it is paused, and none once it is over.`,
  }),
});
