import Type, { type Static } from 'typebox';
import { PAYDAY_MONTHS } from '@weir/kinds';
import { Integer, IntegerOrNull, Named, Text } from '../shared/fields.schema.js';
import { optional, RequestBody } from '../shared/requests.schema.js';

const MONTHS = `Months from one payday to the next: ${PAYDAY_MONTHS.join(', ')}.`;
const DAY =
  'Day of the month. A month that does not have it is paid on its last day: 31 is the last day of each month.';
const SECOND_DAY =
  'A second payday in each month, later than `day`, which is at most 27 then. Only where `months` is 1.';
const TIME = 'Time of day at the distance from UTC, as in `09:00` or `23:59:59`.';
const UTC_OFFSET =
  'Distance from UTC, as in `+05:30`, `-03:00` or `+00:00`. It never changes: a contract knows no daylight saving time. With the smallest distance of a zone nothing is paid early by its clocks.';

/** Days on which a payment is made, as a request names them. */
export const CalendarInput = RequestBody(
  {
    months: Type.Integer({ minimum: 1, maximum: 12, description: MONTHS }),
    day: Type.Integer({ minimum: 1, maximum: 31, description: DAY }),
    secondDay: optional(Type.Integer({ minimum: 1, maximum: 31, description: SECOND_DAY })),
    time: Type.String({ maxLength: 16, description: TIME }),
    utcOffset: Type.String({ maxLength: 64, description: UTC_OFFSET }),
  },
  {
    title: 'CalendarInput',
    description:
      'Paydays that are dates of the calendar, instead of `interval`. `MONTHLY` is every 30 days; `months: 1` is the same day of each month.',
    examples: [{ months: 1, day: 31, time: '09:00', utcOffset: '+01:00' }],
  },
);
export type CalendarInput = Static<typeof CalendarInput>;

/** The same of a payment. */
export const PaymentCalendar = Named('PaymentCalendar', 'The paydays of a payment by the calendar.', {
  months: Integer(MONTHS),
  day: Integer(DAY),
  secondDay: IntegerOrNull(SECOND_DAY),
  time: Text(TIME),
  utcOffset: Text(UTC_OFFSET),
  paydays: Type.Array(Integer('Unix seconds.'), {
    description:
      'When the periods fall due that are not paid, the soonest first; none while paused, and once it is over.',
  }),
});
