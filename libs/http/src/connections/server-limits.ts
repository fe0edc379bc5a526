import { createServer } from 'node:http';
import type { FastifyServerFactory, FastifyServerOptions } from 'fastify';
import { oneAtATime } from './one-at-a-time.js';

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
