import type { Socket } from 'node:net';
import type { FastifyRequest, preHandlerAsyncHookHandler, RouteOptions } from 'fastify';
import fp from 'fastify-plugin';
import { networkOf } from '../connections/client-network.js';
import { ApiError } from '../errors/api-error.js';
import { schemaProperties } from '../validation/parse-integers.js';
import { FairQueue, QueueFullError, type Place } from './fair-queue.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Cost of the route: `expensive` ones queue by client. Routes that page by `cursor` are expensive by default. One whose request
     * may arrive slowly is light, and takes its turn by itself, for what it does between two waits for its client.
     */
    work?: 'expensive' | 'light';
  }
  interface FastifyRequest {
    /** The request's place in the queue of expensive ones; undefined while it has none. */
    place: Pick<Place, 'leave'> | undefined;
    /**
     * Waits for the request's turn among the expensive ones. Does nothing while it has one, and once it is answered: work that goes
     * on after a timeout would never give it back.
     *
     * @throws ApiError RATE_LIMITED, MALFORMED_REQUEST where the client disconnects or is answered meanwhile
     */
    takeTurn(): Promise<void>;
    /** Gives the turn up before the answer, because the request waits for something else. */
    leaveTurn(): void;
  }
}

export interface ExpensiveRequestsOptions {
  /** Expensive requests of one client that run at once; 0 sets no limit. */
  readonly atOncePerClient: number;
}

/** Expensive requests of all clients that run at once: fewer than the database pool has connections. */
const AT_ONCE = 8;
/** Expensive requests that one client may have queued: a few megabytes of memory. */
const WAITING_PER_CLIENT = 1_000;
/** Retry-After for a client whose queue is full, seconds. */
const RETRY_SECONDS = 2;

const answersInPages = (query: unknown): boolean =>
  typeof query === 'object' && query !== null && schemaProperties(query).has('cursor');

const workOf = ({ config, schema }: RouteOptions): 'expensive' | 'light' =>
  config?.work ?? (answersInPages(schema?.querystring) ? 'expensive' : 'light');

/**
 * Notifies waiting requests that their connection closes. One listener per connection, however many requests it carries.
 */
const createDepartures = (): ((socket: Socket, onClose: () => void) => () => void) => {
  const waiting = new WeakMap<Socket, Set<() => void>>();
  return (socket, onClose) => {
    const known = waiting.get(socket);
    const listeners = known ?? new Set();
    listeners.add(onClose);
    if (known === undefined) {
      waiting.set(socket, listeners);
      socket.once('close', () => listeners.forEach((each) => each()));
    }
    return () => listeners.delete(onClose);
  };
};

const gone = (): ApiError => new ApiError('MALFORMED_REQUEST', 'The request ended before it was processed');

const enter = (queue: FairQueue, { ip }: FastifyRequest): Place => {
  try {
    return queue.enter(networkOf(ip));
  } catch (error) {
    if (!(error instanceof QueueFullError)) throw error;
    throw new ApiError(
      'RATE_LIMITED',
      `Limit of ${WAITING_PER_CLIENT} waiting requests of your network reached. Retry in ${RETRY_SECONDS} seconds, with fewer at once`,
      { retryAfterSeconds: RETRY_SECONDS, waiting: WAITING_PER_CLIENT },
      { 'retry-after': String(RETRY_SECONDS) },
    );
  }
};

/**
 * Limits expensive requests that run at once, per client and overall, and lets clients take turns: one that asks for a
 * thousand lists waits for them one after another while others are served in between. Clients are distinguished by
 * network, so that nobody gains by using many addresses. A place is given up when the response is made, not when it has
 * been read, so slow readers hold none.
 */
export const expensiveRequestsPlugin = fp<ExpensiveRequestsOptions>(
  (app, { atOncePerClient }, done) => {
    app.decorateRequest('place', undefined);
    app.decorateRequest('leaveTurn', function (this: FastifyRequest) {
      this.place?.leave();
      this.place = undefined;
    });
    if (atOncePerClient === 0) {
      app.decorateRequest('takeTurn', () => Promise.resolve());
      done();
      return;
    }
    const queue = new FairQueue({
      atOncePerClient,
      atOnce: Math.max(AT_ONCE, atOncePerClient),
      waitingPerClient: WAITING_PER_CLIENT,
    });
    const untilGone = createDepartures();
    const answered = new WeakSet<FastifyRequest>();

    const takeTurn = async (request: FastifyRequest): Promise<void> => {
      // A route's HEAD copies the hooks of its GET, so that a request may ask twice.
      if (request.place !== undefined || answered.has(request)) return;
      const place = enter(queue, request);
      await new Promise<void>((resolve, reject) => {
        let isWaiting = true;
        const giveUp = (): void => {
          stay();
          place.leave();
          if (isWaiting) reject(gone());
        };
        const stay = untilGone(request.raw.socket, giveUp);
        request.place = { leave: giveUp };
        void place.turn.then(() => {
          isWaiting = false;
          stay();
          resolve();
        });
      });
    };
    app.decorateRequest('takeTurn', function (this: FastifyRequest) {
      return takeTurn(this);
    });
    const inTurn: preHandlerAsyncHookHandler = (request) => takeTurn(request);
    app.addHook('onRoute', (route) => {
      if (workOf(route) === 'expensive') route.preHandler = [inTurn, ...[route.preHandler ?? []].flat()];
    });
    // Also releases a request that was answered before its turn, for example after a timeout.
    app.addHook('onSend', (request, _reply, payload, next) => {
      answered.add(request);
      request.leaveTurn();
      next(null, payload);
    });
    done();
  },
  { name: 'expensive-requests' },
);
