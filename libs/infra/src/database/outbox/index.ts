export { listenToOutbox, type OutboxListener, type OutboxListenerOptions } from './outbox-listener.js';
export type { EventFigures, EventParty } from './outbox-tables.js';
export type { PublishedEvent } from './published-event.js';
export {
  createPublishedEventsRepository,
  type EventScan,
  type PublishedEventsRepository,
} from './published-events.repository.js';
