import { createCalendar, getCalendar, getInbox, getPrice, removeCalendar } from '@weir/api-contract';
import { FinishedAnswer, type Routes } from '@weir/http';
import type { CalendarService, EventsService, PriceSource } from '@weir/services';
import { presentEvent } from '../events/event.presenter.js';
import { OPEN, type RouteAccess } from '../plugins/access/access.plugin.js';
import { callerOf, viewerOf } from '../plugins/access/caller.js';
import { presentCalendar } from './calendar.presenter.js';

/** Access of what people have beside their records. */
const PEOPLE_ACCESS = {
  inbox: { caller: 'optionally-authenticated', role: 'anyone', states: 'any' },
  // The link is a secret, which is given to who proves the address.
  calendar: { caller: 'authenticated', role: 'anyone', states: 'any' },
  file: OPEN,
} as const satisfies Readonly<Record<string, RouteAccess>>;

/** Items of a page of the inbox. */
const INBOX_ITEMS = 50;

/** Registers the inbox of addresses. */
export const inboxRoutes: Routes<{ readonly events: EventsService }> = (app, { events }, done) => {
  app.get('/', { schema: getInbox, config: { access: PEOPLE_ACCESS.inbox } }, async (request) => {
    const { addresses, limit = INBOX_ITEMS, cursor } = request.query;
    const { items, nextCursor } = await events.inbox(
      { addresses: addresses.split(','), limit, cursor },
      viewerOf(request),
    );
    return new FinishedAnswer({
      success: true,
      items: items.map(({ address, roles, title, ...event }) => ({
        address,
        roles,
        title,
        event: presentEvent(event),
      })),
      nextCursor,
    });
  });
  done();
};

/** Registers calendars and their secret links. */
export const calendarRoutes: Routes<{ readonly calendar: CalendarService }> = (app, { calendar }, done) => {
  const config = { access: PEOPLE_ACCESS.calendar, work: 'expensive' } as const;
  app.post('/', { schema: createCalendar, config }, async (request) => calendar.create(callerOf(request)));
  app.post('/remove', { schema: removeCalendar, config }, async (request) => {
    await calendar.remove(callerOf(request));
    return {};
  });
  app.get(
    '/:file',
    { schema: getCalendar, config: { access: PEOPLE_ACCESS.file, work: 'expensive', hasSecretPath: true } },
    async (request, reply) => {
      const { address, entries } = await calendar.read(request.params.file.slice(0, -'.ics'.length));
      return reply
        .type('text/calendar; charset=utf-8')
        .header('cache-control', 'private, no-store')
        .send(presentCalendar(address, entries));
    },
  );
  done();
};

/** Registers the price of BCH. */
export const priceRoutes: Routes<{ readonly price: PriceSource | undefined }> = (app, { price }, done) => {
  app.get('/', { schema: getPrice, config: { access: OPEN } }, () => ({ price: price?.current() ?? null }));
  done();
};
