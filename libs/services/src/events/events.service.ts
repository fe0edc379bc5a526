import type { Network } from '@weir/covenants';
import { ConcurrencyLimit, type PublishedEventsRepository } from '@weir/infra';
import type { Page } from '../shared/paging.js';
import { ServiceError } from '../shared/service-error.js';
import type { Viewer } from '../shared/viewer.js';
import { createFeed, eventsDropped, readKept, readLog, type LogContext } from './event-feed.js';
import { parseFilter } from './event-filter.js';
import { createEventIds, type EventIds } from './event-ids.js';
import type { EventTail } from './event-tail.js';
import type { EventFeed, EventQuery, EventsPage } from './events.types.js';

/** The dependencies of the events service. */
export interface EventsContext {
  readonly events: PublishedEventsRepository;
  readonly tail: EventTail;
  readonly network: Network;
  /** The secret that ids are made with, the same for all replicas. */
  readonly idSecret: () => Promise<string>;
  /** How long events are kept, seconds. */
  readonly keptSeconds: number;
}

const READINGS = 4;
const PAGE = 100;

/** Makes the encoding of ids once the secret is known, and caches it. */
export const eventIdsOf = (idSecret: () => Promise<string>): (() => Promise<EventIds>) => {
  let ids: EventIds | undefined;
  return async () => (ids ??= createEventIds(await idSecret()));
};

/** Builds the events service over a database: any number of replicas may serve, and each serves all events. */
export const createEventsService = ({ events, tail, network, idSecret, keptSeconds }: EventsContext) => {
  const context: LogContext = { events, tail, readings: new ConcurrencyLimit(READINGS), keptSeconds };
  const idsOf = eventIdsOf(idSecret);

  /** The place behind an event that is kept. */
  const placeOf = async (id: string, ids: EventIds): Promise<number> => {
    const position = ids.read(id);
    if (position > tail.position && position > (await events.lastPosition()))
      throw new ServiceError('INVALID_CURSOR', 'There is no such event: the id is of another database');
    if (position >= (await events.droppedThrough())) return position;
    throw eventsDropped(keptSeconds);
  };
  return {
    /**
     * Opens a feed that starts after an event, or now where none is named.
     *
     * @throws ServiceError INVALID_REQUEST, INVALID_ADDRESS, INVALID_CURSOR, EVENTS_DROPPED
     */
    async open(query: EventQuery, lastEventId: string | undefined, viewer: Viewer | undefined): Promise<EventFeed> {
      const filter = parseFilter(query, viewer, network);
      const ids = await idsOf();
      await tail.started();
      const start = lastEventId === undefined ? tail.position : await placeOf(lastEventId, ids);
      return createFeed(context, start, filter, ids);
    },
    /**
     * A page of events after one, or from the oldest that is kept.
     *
     * @throws ServiceError INVALID_REQUEST, INVALID_ADDRESS, INVALID_CURSOR, EVENTS_DROPPED
     */
    async page({ cursor, limit = PAGE, ...query }: EventQuery & Page, viewer: Viewer | undefined): Promise<EventsPage> {
      const filter = parseFilter(query, viewer, network);
      const ids = await idsOf();
      await tail.started();
      // Without a place everything that is kept by then is asked for.
      const { found, through, hasMore } =
        cursor === undefined
          ? await readKept(context, await events.droppedThrough(), filter)
          : await readLog(context, await placeOf(cursor, ids), filter);
      const shown = found.slice(0, limit);
      const last = shown.at(-1)?.position;
      const isCut = found.length > limit && last !== undefined;
      return {
        events: shown.map((event) => ({ id: ids.of(event.position), event })),
        nextCursor: ids.mark(isCut ? last : through),
        hasMore: isCut || hasMore,
      };
    },
  };
};

export type EventsService = ReturnType<typeof createEventsService>;
