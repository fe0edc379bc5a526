import { createServer } from 'node:http';
import type { FastifyServerFactory, FastifyServerOptions } from 'fastify';
import { oneAtATime } from './one-at-a-time.js';

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

type Limits = Pick<FastifyServerOptions, 'handlerTimeout' | 'keepAliveTimeout' | 'serverFactory'>;

/** How Fastify hands over what answers a request. */
type Handle = Parameters<FastifyServerFactory>[0];

/**
 * A server's bounds on slow clients. A route's time counts from the last header on: it bounds bodies that trickle in and work;
 * reading the answer has as long once more. Node's own bound on a whole request stands behind it for what no route answers.
 * There is none on silence, which would cut off those who wait for long work, and none on the requests of a connection:
 * balancers keep theirs for as long as they like, and the rate limit counts requests.
 */
export const serverLimits = ({ requestTimeoutMs, longestTimeoutMs = 0 }: ServerLimits): Limits => ({
  handlerTimeout: requestTimeoutMs,
  keepAliveTimeout: KEEP_ALIVE_MS,
  serverFactory: (handle: Handle) =>
    createServer(
      {
        headersTimeout: Math.min(HEADERS_MS, requestTimeoutMs),
        requestTimeout: Math.max(requestTimeoutMs, longestTimeoutMs),
        keepAliveTimeout: KEEP_ALIVE_MS,
        connectionsCheckingInterval: CHECK_MS,
      },
      oneAtATime(handle, { readingMs: requestTimeoutMs }),
    ),
});
