import type { Server } from 'node:http';
import type { FastifyHttpOptions, FastifyServerOptions } from 'fastify';

/** Longest wait for the headers of a request, and for the first byte on a new connection, milliseconds. */
const HEADERS_MS = 15_000;
/** How long a connection may rest between two requests, milliseconds: longer than balancers keep theirs (60 s), so that none uses one that is being closed. */
const KEEP_ALIVE_MS = 72_000;
/** How often connections are looked at that take too long, milliseconds. */
const CHECK_MS = 1_000;

export interface ServerLimits {
  /** Longest time to receive, and to answer, a request, milliseconds; routes may have their own by `handlerTimeout`. */
  readonly requestTimeoutMs: number;
  /** The longest of the routes' own times, milliseconds. */
  readonly longestTimeoutMs?: number;
}

type Limits = Pick<FastifyHttpOptions<Server>, 'http'> &
  Pick<
    FastifyServerOptions,
    'connectionTimeout' | 'handlerTimeout' | 'keepAliveTimeout' | 'maxRequestsPerSocket' | 'requestTimeout'
  >;

/**
 * A server's bounds on slow clients. A route's time counts from the last header on: it bounds bodies that trickle in, work, and
 * readers that do not read. Node's own bound on a whole request stands behind it for what no route answers.
 */
export const serverLimits = ({ requestTimeoutMs, longestTimeoutMs = 0 }: ServerLimits): Limits => ({
  handlerTimeout: requestTimeoutMs,
  requestTimeout: Math.max(requestTimeoutMs, longestTimeoutMs),
  keepAliveTimeout: KEEP_ALIVE_MS,
  // Every phase of a request has its own bound. One on silence would cut off those who wait for long work.
  connectionTimeout: 0,
  // Balancers keep connections for as long as they like; the rate limit counts requests, not connections.
  maxRequestsPerSocket: 0,
  http: { headersTimeout: Math.min(HEADERS_MS, requestTimeoutMs), connectionsCheckingInterval: CHECK_MS },
});
