import { LRUCache } from 'lru-cache';
import type { Network } from '@weir/covenants';
import type {
  DeliveryQueue,
  EventSubjects,
  NewDelivery,
  PublishedEvent,
  PublishedEventsRepository,
  WebhookRecord,
} from '@weir/infra';
import { type EventFilter, matches, parseFilter } from '../events/event-filter.js';
import type { EventIds } from '../events/event-ids.js';
import type { NumberedEvent } from '../events/events.types.js';

/** How many deliveries run at once. */
export const MAX_DELIVERIES = 64;
/** Of these, to one server, and to slow servers. */
const PER_TARGET = 4;
const SLOW = 32;
/** A server that takes longer than this to answer is slow, milliseconds. */
const SLOW_MS = 2_000;
/** How many servers are remembered by how long they took. */
const REMEMBERED = 10_000;

/**
 * Creates the places of deliveries that run at once. Servers that are slow share half of them, however many they are and however much waits for them: what goes
 * to the others is not held up. One that has not answered yet gets one place, until it is known how long it takes.
 *
 * @param now milliseconds
 */
export const createDeliveryPlaces = (now: () => number = () => performance.now()) => {
  const took = new LRUCache<string, number>({ max: REMEMBERED });
  const running = new Set<{ readonly target: string; readonly since: number }>();

  const countOf = (target: string): number => [...running].filter((each) => each.target === target).length;
  const isSlow = (target: string): boolean => (took.get(target) ?? 0) > SLOW_MS;
  const countSlow = (): number =>
    [...running].filter(({ target, since }) => isSlow(target) || now() - since > SLOW_MS).length;

  return {
    /**
     * Takes a place for a delivery.
     *
     * @param target host and port
     * @returns a function that gives the place up once the server has answered; undefined where there is none
     */
    enter(target: string): (() => void) | undefined {
      if (running.size >= MAX_DELIVERIES || countOf(target) >= (took.has(target) ? PER_TARGET : 1)) return undefined;
      if (isSlow(target) && countSlow() >= SLOW) return undefined;
      const place = { target, since: now() };
      running.add(place);
      return () => {
        running.delete(place);
        took.set(target, now() - place.since);
      };
    },
  };
};

/** The dependencies of making deliveries. */
export interface DispatchContext {
  readonly queue: DeliveryQueue;
  readonly events: Pick<PublishedEventsRepository, 'scan'>;
  readonly network: Network;
  /** An event as clients read it. */
  readonly present: (event: NumberedEvent) => object;
}

const SCANNED = 200;
/** Deliveries after which those made so far are stored: an event of everybody's may go to thousands. */
const AT_ONCE = 1_000;

const subjectsOf = (events: readonly PublishedEvent[]): EventSubjects => ({
  recordIds: [
    ...new Set(events.flatMap(({ recordId, parentId }) => (parentId === null ? [recordId] : [recordId, parentId]))),
  ],
  partyHashes: [
    ...new Set(events.flatMap(({ parties }) => parties.flatMap(({ hash }) => (hash === null ? [] : [hash])))),
  ],
});

interface Listener {
  readonly webhook: WebhookRecord;
  readonly filter: EventFilter;
}

/** The filter of a webhook, like any follower's: what its owner asked for, and may see when the event is read. */
const toListener = (webhook: WebhookRecord, network: Network): Listener => ({
  webhook,
  filter: parseFilter(
    {
      address: webhook.address ?? undefined,
      record: webhook.recordId ?? undefined,
      product: webhook.products ?? undefined,
      kind: webhook.kinds ?? undefined,
    },
    { addresses: [webhook.owner], isAuthenticated: true },
    network,
  ),
});

const deliveriesOf = (
  present: DispatchContext['present'],
  event: PublishedEvent,
  listeners: readonly Listener[],
  id: string,
): NewDelivery[] => {
  const asked = listeners.filter(
    ({ webhook, filter }) => event.position > webhook.afterEvent && matches(event, filter),
  );
  if (asked.length === 0) return [];
  const type = `${event.product}.${event.kind}`;
  const timestamp = new Date(event.createdAt * 1_000).toISOString();
  const body = JSON.stringify({ type, timestamp, data: present({ id, event }) });
  return asked.map(({ webhook }) => ({
    webhookId: webhook.id,
    eventId: event.position,
    messageId: id,
    recordId: event.recordId,
    type,
    body,
  }));
};

/** Makes deliveries of events published since. Running twice at once does no harm: each webhook has one delivery per event. */
export const dispatchEvents = async ({ queue, events, network, present }: DispatchContext, ids: EventIds) => {
  for (let read = SCANNED; read === SCANNED;) {
    const page = await events.scan({ after: await queue.dispatchedThrough(), limit: SCANNED });
    const last = page.at(-1);
    if (last === undefined) return;
    const listeners = (await queue.listening(subjectsOf(page))).map((webhook) => toListener(webhook, network));
    let deliveries: NewDelivery[] = [];
    for (const event of page) {
      deliveries = deliveries.concat(deliveriesOf(present, event, listeners, ids.of(event.position)));
      if (deliveries.length < AT_ONCE && event !== last) continue;
      await queue.dispatch(deliveries, event.position);
      deliveries = [];
    }
    read = page.length;
  }
};
