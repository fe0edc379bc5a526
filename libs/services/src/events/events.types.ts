import type { ListEventsQuery } from '@weir/api-contract/words';
import type { PublishedEvent } from '@weir/infra';

export type { EventFigures, EventParty, PublishedEvent } from '@weir/infra';

/** Filters for events; all of them combine. */
export type EventQuery = Pick<ListEventsQuery, 'address' | 'record' | 'product' | 'kind'>;

/** An event with the id that clients know. */
export interface NumberedEvent {
  readonly id: string;
  readonly event: PublishedEvent;
}

export interface EventsPage {
  readonly events: readonly NumberedEvent[];
  /** Where to read on. */
  readonly nextCursor: string;
  /** Whether there is more by now. */
  readonly hasMore: boolean;
}

/** A client that follows events. */
export interface EventSink {
  /** Hands over an event. @returns false when no more should come before {@link drained} */
  offer(event: NumberedEvent): boolean;
  /** Waits until what was handed over has gone out. Rejects where that takes too long. */
  drained(): Promise<void>;
  /** Called once everything that was kept has been handed over: what follows is new. */
  caughtUp(): void;
}
