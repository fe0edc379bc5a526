import { once } from 'node:events';
import type { Network } from '@weir/covenants';
import {
  ConcurrencyLimit,
  type PublishedEvent,
  type PublishedEventsRepository,
  type SearchRepository,
} from '@weir/infra';
import type { Page } from '../shared/paging.js';
import type { Viewer } from '../shared/parties.js';
import { ServiceError } from '../shared/service-error.js';
import { type EventFilter, matches, parseFilter } from './event-filter.js';
import { createEventIds, type EventIds } from './event-ids.js';
import type { EventTail } from './event-tail.js';
import type { EventQuery, EventSink, EventsPage } from './events.types.js';
import { type InboxRequest, readInbox } from './inbox.js';

/** Rows of the log that one statement reads. */
export const SCANNED = 500;

/** The dependencies of reading the log. */
export interface LogContext {
  readonly events: PublishedEventsRepository;
  readonly tail: EventTail;
  /** Bounds how many readings of the log are under way at once: they leave most of the database's connections to others. */
  readonly readings: ConcurrencyLimit;
  /** How long events are kept, seconds. */
  readonly keptSeconds: number;
}

/** Makes the refusal of a place in the log behind which events were dropped. */
export const eventsDropped = (keptSeconds: number): ServiceError =>
  new ServiceError(
    'EVENTS_DROPPED',
    `Events are kept for ${keptSeconds} seconds, and those after this one were deleted. Read the records again, then follow without Last-Event-ID`,
    { keptSeconds },
  );

/** A piece of the log: the matching events in it, and up to where it was searched. */
export interface LogPiece {
  readonly found: readonly PublishedEvent[];
  readonly through: number;
  readonly hasMore: boolean;
}

/**
 * Reads on in the log by the best index there is. Its cost is bounded, no matter what the filter leaves of the log.
 *
 * @throws ServiceError EVENTS_DROPPED where events behind `after` were dropped before they were read: a gap would pass for silence
 */
export const readLog = async (context: LogContext, after: number, filter: EventFilter): Promise<LogPiece> => {
  const piece = await readKept(context, after, filter);
  // Afterwards: anybody who drops events says so in the same transaction, so that nothing was missing when this was not said yet.
  if (after < (await context.events.droppedThrough())) throw eventsDropped(context.keptSeconds);
  return piece;
};

/** Reads on in what is left of the log. */
export const readKept = async ({ events, tail, readings }: LogContext, after: number, filter: EventFilter) => {
  // What was published by now is seen by the statement that follows.
  const published = tail.position;
  const { recordId, partyHashes } = filter;
  const of = { recordId, partyHashes: partyHashes && [...partyHashes] };
  const rows = await readings.run(() => events.scan({ after, limit: SCANNED, ...of }));
  const last = rows.at(-1)?.position ?? after;
  const hasMore = rows.length === SCANNED;
  const through = hasMore || published < last ? last : published;
  return { found: rows.filter((event) => matches(event, filter)), through: through > after ? through : after, hasMore };
};

/** Creates a feed from a position on: a request for events that was found valid, ready to run. */
export const createFeed = (context: LogContext, start: number, filter: EventFilter, ids: EventIds) => {
  let at = start;
  /** Hands over from memory until the sink is full or the follower leaves. @returns whether memory reached back so far */
  const followTail = async (sink: EventSink, signal: AbortSignal): Promise<boolean> => {
    const full = new AbortController();
    const detach = context.tail.attach(at, (event) => {
      // Of a replica that has read less far than the one where the client was before.
      if (event.position <= at) return true;
      at = event.position;
      if (!matches(event, filter) || sink.offer({ id: ids.of(event.position), event })) return true;
      full.abort();
      return false;
    });
    if (detach === undefined) return false;
    const over = AbortSignal.any([full.signal, signal]);
    if (!over.aborted) {
      sink.caughtUp();
      await once(over, 'abort');
    }
    detach();
    return true;
  };
  /** Hands over a piece of the log. */
  const readOn = async (sink: EventSink): Promise<void> => {
    const { found, through } = await readLog(context, at, filter);
    for (const event of found) sink.offer({ id: ids.of(event.position), event });
    at = through;
  };
  return {
    /** The place up to which everything was handed over. */
    mark: () => ids.mark(at),
    /** Hands over all events from its start on, until the signal is aborted. Rejects when the sink or the database fails. */
    async run(sink: EventSink, signal: AbortSignal): Promise<void> {
      while (!signal.aborted) {
        await sink.drained();
        if (!(await followTail(sink, signal))) await readOn(sink);
      }
    },
  };
};

export type EventFeed = ReturnType<typeof createFeed>;

/** The dependencies of the events service. */
export interface EventsContext {
  readonly events: PublishedEventsRepository;
  /** Says what records are called, in the inbox. */
  readonly records: SearchRepository;
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
export const createEventsService = ({ events, records, tail, network, idSecret, keptSeconds }: EventsContext) => {
  const context: LogContext = { events, tail, readings: new ConcurrencyLimit(READINGS), keptSeconds };
  const idsOf = eventIdsOf(idSecret);

  /** The place behind an event that is kept. */
  const placeOf = async (id: string, ids: EventIds): Promise<number> => {
    const position = ids.read(id);
    if (position > tail.position && position > (await events.lastPosition()))
      throw new ServiceError('INVALID_CURSOR', 'The event id is unknown: it is of another database');
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
     * What happened to some addresses, the newest first. See {@link readInbox}.
     *
     * @throws ServiceError INVALID_ADDRESS, INVALID_CURSOR
     */
    inbox: async (request: InboxRequest, viewer: Viewer | undefined) =>
      readInbox({ events, records, network, ids: await idsOf() }, request, viewer),
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
