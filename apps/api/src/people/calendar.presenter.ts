import ical, { ICalCalendarMethod } from 'ical-generator';
import { plainLine } from '@weir/api-contract';
import type { CalendarEntry } from '@weir/services';
import { assetText } from '../shared/asset-text.js';

const summaryOf = (entry: CalendarEntry): string => {
  const what = entry.direction === 'out' ? 'You pay' : entry.continuous ? 'All has unlocked, at most' : 'You can claim';
  return `${what} ${assetText(entry.amount, entry.tokenCategory)}${entry.title === null ? '' : ` · ${plainLine(entry.title)}`}`;
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
