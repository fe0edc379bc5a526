import { createHash, randomBytes } from 'node:crypto';
import type { CalendarsRepository } from '@weir/infra';
import { formatUnits } from '@weir/payments';
import { currencyDates, type DueDate, dueDates } from '../portfolio/due-dates.js';
import type { PortfolioContext } from '../portfolio/portfolio-context.js';
import { titleOf } from '../portfolio/portfolio.service.js';
import { bindUseCases } from '../shared/bind-use-cases.js';
import { viewTime } from '../shared/chain-time.js';
import { type Caller, callerParties } from '../shared/parties.js';
import { ServiceError } from '../shared/service-error.js';

/** The dependencies of calendars. */
export interface CalendarContext extends Omit<PortfolioContext, 'archive'> {
  readonly calendars: CalendarsRepository;
}

/** Records of each side that are read for a calendar, and dates in it. */
const MAX_RECORDS = 500;
const MAX_DATES = 1_000;
const SECRET_BYTES = 32;

const digestOf = (secret: string): string => createHash('sha256').update(`weir:calendar:${secret}`).digest('hex');

/** Makes the secret link of the calendar of the caller's addresses, in place of the one before. */
const createCalendar = async ({ calendars, network }: CalendarContext, caller: Caller) => {
  const [{ address, hashHex }, ...others] = callerParties(caller, network);
  const partyHashes = [hashHex, ...others.map((other) => other.hashHex)] as const;
  const secret = randomBytes(SECRET_BYTES).toString('base64url');
  await calendars.replace({ partyHashes, address }, digestOf(secret));
  return { address, path: `/api/calendar/${secret}.ics` };
};

/** Removes the caller's calendar: its link leads nowhere from then on. */
const removeCalendar = async ({ calendars, network }: CalendarContext, caller: Caller): Promise<void> => {
  const [{ hashHex }] = callerParties(caller, network);
  await calendars.remove(hashHex);
};

/** A date of a calendar, with the record it is of. */
export interface CalendarEntry extends Omit<DueDate, 'amount'> {
  /** Base units; of a payment in a currency an amount of it, whose BCH only the price of the date decides. */
  readonly amount: bigint | { readonly units: string; readonly currency: string };
  readonly direction: 'in' | 'out';
  /** Of the record. */
  readonly id: string;
  readonly displayId: string;
  readonly title: string | null;
  readonly tokenCategory: string | null;
}

/** Returns what is still to come to and from the addresses that a secret stands for. @throws ServiceError NOT_FOUND */
const readCalendar = async (context: CalendarContext, secret: string) => {
  const found = await context.calendars.find(digestOf(secret));
  if (found === undefined) throw new ServiceError('NOT_FOUND', 'There is no calendar behind this link');
  const asOf = Number(await viewTime(context));
  const entriesOf = async (side: 'recipient' | 'sender'): Promise<CalendarEntry[]> => {
    const rows = await context.portfolio.open(side, found.partyHashes, MAX_RECORDS);
    // Private to the sender, who proved these addresses to get the link.
    const labels =
      side === 'sender' ? await context.portfolio.labelsOf(rows.map(({ id }) => id)) : new Map<string, string>();
    return rows
      .filter(({ recurring }) => side === 'recipient' || recurring !== null)
      .flatMap((row) =>
        dueDates(row, asOf).map((date) => ({
          ...date,
          direction: side === 'recipient' ? 'in' : 'out',
          id: row.id,
          displayId: row.streamId,
          tokenCategory: row.tokenCategory,
          title: labels.get(row.id) ?? titleOf(row),
        })),
      );
  };
  const inCurrency = async (side: 'recipient' | 'sender'): Promise<CalendarEntry[]> => {
    const payments = await context.portfolio.openCurrency(side, found.partyHashes, MAX_RECORDS);
    return payments.flatMap((payment) =>
      currencyDates(payment, asOf, context.network).map((at) => ({
        at,
        amount: {
          units: formatUnits(payment.amountPerPeriod, payment.decimals),
          currency: payment.currency,
        },
        continuous: false,
        direction: side === 'recipient' ? 'in' : 'out',
        id: payment.id,
        displayId: payment.paymentId,
        tokenCategory: null,
        title: payment.recipientName,
      })),
    );
  };
  const entries: CalendarEntry[] = [];
  for (const side of ['recipient', 'sender'] as const)
    entries.push(...(await entriesOf(side)), ...(await inCurrency(side)));
  return { address: found.address, entries: entries.sort((a, b) => a.at - b.at).slice(0, MAX_DATES) };
};

/** Builds calendars over a database and the chain's clock. Holds no state of its own: any number of replicas may serve. */
export const createCalendarService = (context: CalendarContext) =>
  bindUseCases(context, { create: createCalendar, remove: removeCalendar, read: readCalendar });

export type CalendarService = ReturnType<typeof createCalendarService>;
