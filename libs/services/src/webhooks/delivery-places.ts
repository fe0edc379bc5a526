import { LRUCache } from 'lru-cache';

/** How many deliveries run at once. */
export const MAX_DELIVERIES = 64;
/** Of these, to one server, and to slow servers. */
const PER_TARGET = 4;
const SLOW = 32;
/** A server that takes longer than this to answer is slow, milliseconds. */
const SLOW_MS = 2_000;
/** How many servers are remembered by how long they took. */
const REMEMBERED = 10_000;

/** The places of deliveries that run at once. */
export interface DeliveryPlaces {
  /**
   * Takes a place for a delivery.
   *
   * @param target host and port
   * @returns a function that gives the place up once the server has answered; undefined where there is none
   */
  enter(target: string): (() => void) | undefined;
}

/**
 * Creates the places. Servers that are slow share half of them, however many they are and however much waits for them: what goes
 * to the others is not held up. One that has not answered yet gets one place, until it is known how long it takes.
 *
 * @param now milliseconds
 */
export const createDeliveryPlaces = (now: () => number = () => performance.now()): DeliveryPlaces => {
  const took = new LRUCache<string, number>({ max: REMEMBERED });
  const running = new Set<{ readonly target: string; readonly since: number }>();

  const countOf = (target: string): number => [...running].filter((each) => each.target === target).length;
  const isSlow = (target: string): boolean => (took.get(target) ?? 0) > SLOW_MS;
  const countSlow = (): number =>
    [...running].filter(({ target, since }) => isSlow(target) || now() - since > SLOW_MS).length;

  return {
    enter(target) {
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
