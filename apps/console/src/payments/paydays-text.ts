import type { PaymentDetail } from '@weir/client';
import { durationText } from '../format/time.js';
import { numberText, t } from '../language/text.js';

/** The days of the month on which a salary is paid, or a grant vests, which has no second day. */
export type PaymentCalendar = Pick<
  NonNullable<PaymentDetail['payment']['calendar']>,
  'months' | 'day' | 'time' | 'utcOffset'
> & { readonly secondDay?: number | null };

/** The day that stands for the last one of each month. */
const LAST_DAY = 31;

const daysText = ({ months, day, secondDay = null }: PaymentCalendar): string => {
  const values = { day: numberText(day), second: numberText(secondDay ?? 0), months: numberText(months) };
  if (secondDay === LAST_DAY) return t('on day {day} and on the last day of each month', values);
  if (secondDay !== null) return t('on days {day} and {second} of each month', values);
  if (months > 1)
    return day === LAST_DAY
      ? t('every {months} months on the last day of the month', values)
      : t('every {months} months on day {day}', values);
  return day === LAST_DAY ? t('on the last day of each month') : t('on day {day} of each month', values);
};

/** Says on which days of the month a salary is paid or a grant vests, at which time, and at which distance from UTC, which never changes. */
export const calendarText = (calendar: PaymentCalendar): string =>
  t('{days} at {time} ({zone})', {
    days: daysText(calendar),
    time: calendar.time,
    zone: `UTC${calendar.utcOffset}`,
  });

/** Says how often a payment is paid, as a fact of its page: on which days of the month, or after how long each time. */
export const paidFact = ({
  calendar,
  interval_seconds: seconds,
}: {
  readonly calendar: PaymentCalendar | null;
  readonly interval_seconds: number | null;
}): readonly [name: string, value: string | false] =>
  calendar === null
    ? [t('Paid every'), seconds !== null && durationText(seconds)]
    : [t('Paid'), calendarText(calendar)];
