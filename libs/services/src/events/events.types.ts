import type { PublishedEvent } from '@weir/infra';
import type { Viewer } from '../shared/viewer.js';

export type { EventFigures, EventParty, PublishedEvent } from '@weir/infra';

/** Which events are asked for; all filters combine. */
export interface EventQuery {
  /** Of whom: any party. */
  readonly address?: string | undefined;
  /** uuid of a record: its own, and those of what belongs to it. */
  readonly record?: string | undefined;
  /** Words separated by commas. */
  readonly product?: string | undefined;
  /** Words separated by commas. */
  readonly kind?: string | undefined;
}

/** An event under the name that clients know. */
export interface ToldEvent {
  readonly id: string;
  readonly event: PublishedEvent;
}

/** A part of the log. */
export interface EventsPage {
  readonly events: readonly ToldEvent[];
  /** Where to read on. */
  readonly nextCursor: string;
  /** Whether there is more by now. */
  readonly hasMore: boolean;
}

/** Somebody who follows events. */
export interface EventSink {
  /** Hands over an event. @returns false when no more should come before {@link drained} */
  offer(told: ToldEvent): boolean;
  /** Waits until what was handed over has gone out. Fails where that takes too long. */
  drained(): Promise<void>;
  /** Told once all there was has been handed over: what comes from now on is new. */
  caughtUp(): void;
}

/** A question for events that was found right. */
export interface EventFeed {
  /** Hands over all events from its start on, until the signal is aborted. Fails as the sink does, and where the database does. */
  run(sink: EventSink, signal: AbortSignal): Promise<void>;
  /** The place up to which everything was handed over. */
  mark(): string;
}

/** What happened to records, and what happens. */
export interface EventsService {
  /**
   * Opens a feed: from behind an event, or from now on where none is named.
   *
   * @throws ServiceError INVALID_REQUEST, INVALID_ADDRESS, INVALID_CURSOR, EVENTS_DROPPED
   */
  open(query: EventQuery, lastEventId: string | undefined, viewer: Viewer | undefined): Promise<EventFeed>;
  /**
   * A page, from behind an event, or from the oldest that is kept.
   *
   * @throws ServiceError INVALID_REQUEST, INVALID_ADDRESS, INVALID_CURSOR, EVENTS_DROPPED
   */
  page(
    query: EventQuery & { readonly cursor?: string | undefined; readonly limit?: number | undefined },
    viewer: Viewer | undefined,
  ): Promise<EventsPage>;
}
