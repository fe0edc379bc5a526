import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import fp from 'fastify-plugin';
import { ApiError } from '../errors/api-error.js';
import { unreadBodiesPlugin } from './unread-bodies.js';

/**
 * Drops requests whose client disconnected before they were handled. Their sockets have no address, which anything that
 * counts or logs by address would otherwise report as an internal error.
 */
export const disconnectedClientsPlugin = fp((app, _, done) => {
  app.addHook('onRequest', ({ raw }, reply, next) => {
    if (raw.socket.remoteAddress !== undefined) {
      next();
      return;
    }
    reply.hijack();
    raw.destroy();
  });
  done();
});

export const REQUEST_ID_HEADER = 'x-request-id';

/** Ids that are safe to log and echo. */
const USABLE = /^[\w.-]{1,128}$/;

/** Returns a request's id: that of a gateway in front (`x-request-id`) where it is safe, else a new UUID. */
export const requestIdOf = ({ headers }: Pick<IncomingMessage, 'headers'>): string => {
  const given = headers[REQUEST_ID_HEADER];
  return typeof given === 'string' && USABLE.test(given) ? given : randomUUID();
};

/** Sends the request id back with every response. */
export const requestIdPlugin = fp((app, _, done) => {
  app.addHook('onRequest', (request, reply, next) => {
    reply.header(REQUEST_ID_HEADER, request.id);
    next();
  });
  done();
});

/** Grace period for requests in progress once the server stops, milliseconds. */
const GRACE_MS = 10_000;

/** Interval at which idle connections are closed while stopping, milliseconds. */
const SWEEP_MS = 100;

/**
 * Makes a server stop in bounded time. While stopping it finishes requests in progress and refuses new ones on open
 * connections; without this it would wait for clients to close their idle connections, and forever for one that has
 * begun a request and never ends it.
 */
export const stopInTimePlugin = fp<{ readonly graceMs?: number }>((app, { graceMs = GRACE_MS }, done) => {
  let isStopping = false;
  app.addHook('onRequest', (_request, _reply, next) => {
    if (isStopping)
      next(new ApiError('OVERLOADED', 'The service is stopping; retry shortly', {}, { connection: 'close' }));
    else next();
  });
  app.addHook('preClose', (next) => {
    isStopping = true;
    const { server } = app;
    const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS).unref();
    const end = setTimeout(() => server.closeAllConnections(), graceMs).unref();
    server.once('close', () => {
      clearInterval(sweep);
      clearTimeout(end);
    });
    next();
  });
  done();
});

/**
 * Protects the server's connections: limits their number and releases those whose client is gone, slow, or stays while
 * the server stops.
 */
export const connectionsPlugin = fp<{ readonly maxConnections: number }>(async (app, { maxConnections }) => {
  app.server.maxConnections = maxConnections;
  await app.register(disconnectedClientsPlugin);
  await app.register(requestIdPlugin);
  await app.register(unreadBodiesPlugin);
  await app.register(stopInTimePlugin);
});
