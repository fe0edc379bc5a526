import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyServerFactory, FastifyServerOptions } from 'fastify';

/** Pipelined requests that one connection may have waiting. */
const MAX_AHEAD = 500;
/** Pipelined requests waiting over all connections: each takes a few kilobytes. */
const MAX_AHEAD_OVERALL = 20_000;
/** Waiting requests at which reading from their connection is paused. */
const PAUSED_AT = 32;

export interface TurnLimits {
  /** Time limit for the client to read a complete response, milliseconds. */
  readonly readingMs: number;
  readonly maxAhead?: number;
  readonly maxAheadOverall?: number;
}

interface Turn {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/**
 * Wraps a request listener so that pipelined requests of a connection are handled one at a time. Node starts all of
 * them at once and buffers each response until its turn, so one client that reads nothing could hold a thousand
 * responses in memory. Here a connection holds one; it is cut off when that is not read in time, and when too many
 * requests are waiting.
 */
export const oneAtATime = (
  handle: RequestListener,
  { readingMs, maxAhead = MAX_AHEAD, maxAheadOverall = MAX_AHEAD_OVERALL }: TurnLimits,
): RequestListener => {
  const waiting = new WeakMap<Socket, Turn[]>();
  let overall = 0;

  const begin = ({ request, response }: Turn): void => {
    const { socket } = request;
    // `prefinish` fires when the whole response has been handed to the stream, before the client has read it.
    response.once('prefinish', () => {
      const timer = setTimeout(() => socket.destroy(), readingMs).unref();
      response.once('close', () => clearTimeout(timer));
    });
    response.once('close', () => endTurn(socket));
    handle(request, response);
  };

  const endTurn = (socket: Socket): void => {
    const ahead = waiting.get(socket) ?? [];
    const next = socket.destroyed ? undefined : ahead.shift();
    if (next === undefined) {
      overall -= ahead.length;
      waiting.delete(socket);
      return;
    }
    overall -= 1;
    if (ahead.length === PAUSED_AT - 1) socket.resume();
    begin(next);
  };

  return (request, response) => {
    const { socket } = request;
    if (socket.destroyed) return;
    const ahead = waiting.get(socket);
    if (ahead === undefined) {
      waiting.set(socket, []);
      begin({ request, response });
      return;
    }
    if (ahead.length >= maxAhead || overall >= maxAheadOverall) {
      socket.destroy();
      return;
    }
    ahead.push({ request, response });
    overall += 1;
    if (ahead.length >= PAUSED_AT) socket.pause();
  };
};

/** Time limit for the headers of a request and for the first byte on a new connection, milliseconds. */
const HEADERS_MS = 15_000;
/**
 * Idle time between two requests of a connection, milliseconds. Longer than load balancers keep theirs (60 s), so that
 * none uses a connection that is just being closed.
 */
const KEEP_ALIVE_MS = 72_000;
/** Interval of the check for connections that exceed a time limit, milliseconds. */
const CHECK_MS = 1_000;

export interface ServerLimits {
  /** Time limit to receive a request, and again to answer it, milliseconds; routes override it by `handlerTimeout`. */
  readonly requestTimeoutMs: number;
  /** The longest `handlerTimeout` of any route, milliseconds. */
  readonly longestTimeoutMs?: number;
}

type Limits = Pick<FastifyServerOptions, 'handlerTimeout' | 'keepAliveTimeout' | 'serverFactory'>;

/** The request listener that Fastify passes to a server factory. */
type Handle = Parameters<FastifyServerFactory>[0];

/**
 * Returns the time limits that protect a server from slow clients. A route's limit counts from the last header on and
 * covers the arriving body and the work; reading the response has the same limit once more. Node's own limit on whole
 * requests covers what never reaches a route. There is no limit on silence, which would cut off clients that wait for
 * long work, and none on requests per connection: load balancers reuse connections indefinitely, and the rate limit
 * counts requests.
 */
export const serverLimits = ({ requestTimeoutMs, longestTimeoutMs = 0 }: ServerLimits): Limits => ({
  handlerTimeout: requestTimeoutMs,
  keepAliveTimeout: KEEP_ALIVE_MS,
  serverFactory: (handle: Handle) => {
    const listener = oneAtATime(handle, { readingMs: requestTimeoutMs });
    const server = createServer(
      {
        requireHostHeader: false,
        headersTimeout: Math.min(HEADERS_MS, requestTimeoutMs),
        requestTimeout: Math.max(requestTimeoutMs, longestTimeoutMs),
        keepAliveTimeout: KEEP_ALIVE_MS,
        connectionsCheckingInterval: CHECK_MS,
      },
      listener,
    );
    // These, and requests without a host, are answered by refuseHeaders (server.ts), with the common error body.
    return server.on('checkExpectation', listener);
  },
});
