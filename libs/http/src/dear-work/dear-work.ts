import type { Socket } from 'node:net';
import type { FastifyRequest, preHandlerAsyncHookHandler, RouteOptions } from 'fastify';
import fp from 'fastify-plugin';
import { networkOf } from '../connections/client-network.js';
import { ApiError } from '../errors/api-error.js';
import { schemaProperties } from '../validation/schema-properties.js';
import { FairQueue, QueueFullError, type FairQueueOptions, type Place } from './fair-queue.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What an answer costs: `dear` ones take turns. Routes that answer in pages are dear without saying so. */
    work?: 'dear' | 'light';
  }
  interface FastifyRequest {
    /** The turn of a request that is dear. */
    place: Place | undefined;
  }
}

export interface DearWorkOptions {
  /** Dear requests of one client under way at once; 0 sets no bound. */
  readonly atOncePerClient: number;
}

/** Of all clients together: the database's connections are not all taken by it. */
const AT_ONCE = 8;
/** What one client may have waiting: some megabytes. */
const WAITING_PER_CLIENT = 1_000;
/** After which a client that was refused may try again, seconds. */
const RETRY_SECONDS = 2;

const answersInPages = (query: unknown): boolean =>
  typeof query === 'object' && query !== null && schemaProperties(query).has('cursor');

const isDear = ({ config, schema }: RouteOptions): boolean =>
  config?.work === undefined ? answersInPages(schema?.querystring) : config.work === 'dear';

/** Lets go of what waits for connections that end: one listener for each, however many requests it carries. */
const createDepartures = (): ((socket: Socket, place: Place) => () => void) => {
  const waiting = new WeakMap<Socket, Set<Place>>();
  return (socket, place) => {
    const known = waiting.get(socket);
    const places = known ?? new Set<Place>();
    places.add(place);
    if (known === undefined) {
      waiting.set(socket, places);
      socket.once('close', () => places.forEach((each) => each.leave()));
    }
    return () => places.delete(place);
  };
};

const enter = (queue: FairQueue, { ip }: FastifyRequest): Place => {
  try {
    return queue.enter(networkOf(ip));
  } catch (error) {
    if (!(error instanceof QueueFullError)) throw error;
    throw new ApiError(
      'RATE_LIMITED',
      `${WAITING_PER_CLIENT} requests of your network wait for their turn already; try again in ${RETRY_SECONDS} seconds, with fewer at once`,
      { retryAfterSeconds: RETRY_SECONDS, waiting: WAITING_PER_CLIENT },
      { 'retry-after': String(RETRY_SECONDS) },
    );
  }
};

/**
 * Bounds the dear work under way at once, of each client and of all: whoever asks for a thousand lists in one breath waits
 * for them one after another, and others are served in between. Told apart by network, so that nobody gets more by claiming
 * to be many. A turn ends when the answer is made, not when it is read: who reads slowly holds nothing.
 */
export const dearWorkPlugin = fp<DearWorkOptions>(
  (app, { atOncePerClient }, done) => {
    app.decorateRequest('place', undefined);
    if (atOncePerClient === 0) {
      done();
      return;
    }
    const options: FairQueueOptions = {
      atOnce: Math.max(AT_ONCE, atOncePerClient),
      atOncePerClient,
      waitingPerClient: WAITING_PER_CLIENT,
    };
    const queue = new FairQueue(options);
    const untilGone = createDepartures();

    const takeTurn: preHandlerAsyncHookHandler = async (request) => {
      // The same hook stands before a route's HEAD.
      if (request.place !== undefined) return;
      const place = enter(queue, request);
      request.place = place;
      const stay = untilGone(request.raw.socket, place);
      await place.turn;
      stay();
    };
    app.addHook('onRoute', (route) => {
      if (isDear(route)) route.preHandler = [takeTurn, ...[route.preHandler ?? []].flat()];
    });
    // Of a request that was answered before its turn came, for instance because its time was over, as well.
    app.addHook('onSend', (request, _reply, payload, next) => {
      request.place?.leave();
      next(null, payload);
    });
    done();
  },
  { name: 'dear-work' },
);
