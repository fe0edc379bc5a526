import ical, { ICalCalendarMethod } from 'ical-generator';
import { presentAmount } from '@weir/api-contract';
import type { CalendarEntry } from '@weir/services';

const amountOf = ({ amount, tokenCategory }: CalendarEntry): string =>
  tokenCategory === null
    ? `${presentAmount(amount, 'BCH')} BCH`
    : `${amount.toString()} units of token ${tokenCategory.slice(0, 8)}…`;

const summaryOf = (entry: CalendarEntry): string => {
  const what = entry.direction === 'out' ? 'You pay' : entry.continuous ? 'All has unlocked, at most' : 'You can claim';
  return `${what} ${amountOf(entry)}${entry.title === null ? '' : ` · ${entry.title}`}`;
};

/** Writes a calendar as iCalendar (RFC 5545), times in UTC. */
export const presentCalendar = (address: string, entries: readonly CalendarEntry[]): string => {
  const calendar = ical({
    prodId: { company: 'Weir', product: 'calendar', language: 'EN' },
    name: `Weir ${address.slice(-8)}`,
    method: ICalCalendarMethod.PUBLISH,
    ttl: 3_600,
  });
  for (const entry of entries) {
    const start = new Date(entry.at * 1_000);
    calendar.createEvent({
      id: `${entry.direction}-${entry.id}-${entry.at}@weir`,
      start,
      end: new Date(start.getTime() + 900_000),
      stamp: start,
      summary: summaryOf(entry),
      description: entry.displayId,
    });
  }
  return calendar.toString();
};
