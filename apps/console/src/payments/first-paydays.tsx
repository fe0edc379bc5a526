import { fromLocalInput } from '../format/time.js';
import { FirstDates } from '../forms/first-dates.js';
import { calendarOf, isCalendarChoice, keptTimeOf } from './calendar-choice.js';
import { datesFrom } from './pace.js';

/** How many paydays a form shows. */
const SHOWN = 3;

interface FirstPaydaysProps {
  /** An interval, or days of the month. */
  readonly interval: string;
  /** As the input for a time takes it. */
  readonly start: string;
}

/** Shows the first paydays of the month with their zone, and what a fixed distance from UTC means; nothing of equal intervals. */
export const FirstPaydays = ({ interval, start }: FirstPaydaysProps) => {
  const from = fromLocalInput(start);
  if (!isCalendarChoice(interval) || from === undefined) return null;
  return (
    <FirstDates
      dates={datesFrom(calendarOf(interval, from), from, SHOWN)}
      notes={[keptTimeOf({ interval, start }) ?? '']}
    />
  );
};
