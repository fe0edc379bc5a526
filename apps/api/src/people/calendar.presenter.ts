import ical, { ICalCalendarMethod } from 'ical-generator';
import { plainLine } from '@weir/api-contract';
import type { CalendarEntry } from '@weir/services';
import { assetText } from '../shared/asset-text.js';

/** Says what falls due: payments in a currency are made by themselves, in BCH at the price of the date. */
const whatOf = ({ direction, continuous, amount, tokenCategory }: CalendarEntry): string => {
  const isOut = direction === 'out';
  if (typeof amount !== 'bigint')
    return `${isOut ? 'You pay' : 'You are paid'} ${amount.units} ${amount.currency} in BCH`;
  const verb = continuous ? 'All has unlocked, at most' : 'You can claim';
  return `${isOut ? 'You pay' : verb} ${assetText(amount, tokenCategory)}`;
};

const summaryOf = (entry: CalendarEntry): string =>
  `${whatOf(entry)}${entry.title === null ? '' : ` · ${plainLine(entry.title)}`}`;

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
