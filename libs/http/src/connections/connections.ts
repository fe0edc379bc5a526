import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import fp from 'fastify-plugin';
import type { ServerConfig } from '../config/server-config.js';
import { ApiError } from '../errors/api-error.js';
import { type ConnectionsPerNetworkOptions, connectionsPerNetworkPlugin } from './connections-per-network.js';

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

/** Longest pause between two pieces of a body whose request was already answered, milliseconds. */
const LINGER_MS = 5_000;
/** Most bytes read of such a body: the largest body any route takes. */
const MAX_DISCARDED = 128 * 2 ** 20;

const TOO_SLOW = 408;

export interface UnreadBodiesOptions {
  readonly lingerMs?: number;
  readonly maxDiscarded?: number;
}

/** Drains a request body; destroys the connection when that takes too long or too many bytes. */
const discard = (raw: IncomingMessage, lingerMs: number, totalMs: number, maxBytes: number): void => {
  let bytes = 0;
  const giveUp = (): void => {
    if (!raw.complete) raw.destroy();
  };
  // Listeners go on the request, not the socket: a kept-alive connection would collect one per refused request.
  const silence = setTimeout(giveUp, lingerMs).unref();
  const end = setTimeout(giveUp, totalMs).unref();
  const done = (): void => {
    clearTimeout(silence);
    clearTimeout(end);
  };
  const read = (): void => {
    for (let piece: unknown = raw.read(); piece !== null; piece = raw.read())
      bytes += piece instanceof Uint8Array || typeof piece === 'string' ? piece.length : 0;
    silence.refresh();
    if (bytes > maxBytes) giveUp();
  };
  raw.once('end', done).once('close', done).on('error', done);
  raw.unpipe();
  raw.on('readable', read);
  read();
};

const isArriving = ({ complete, destroyed, headers }: IncomingMessage): boolean =>
  !complete && !destroyed && (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0);

/**
 * Drains the body of a request that was answered before its body had arrived, and disconnects clients that send it too
 * slowly or without end. Closing at once would lose the response: unread received data makes TCP reset the connection.
 * So such a connection is kept until the body has come, also where Fastify (413) or the client would have it closed. The
 * drain may take as long as the route's own time limit while data keeps coming.
 */
export const unreadBodiesPlugin = fp<UnreadBodiesOptions>(
  (app, { lingerMs = LINGER_MS, maxDiscarded = MAX_DISCARDED }, done) => {
    /** Requests after which the client wants its connection closed, which waits for their bodies. */
    const last = new WeakSet<IncomingMessage>();
    app.addHook('onSend', ({ raw }, reply, payload, next) => {
      // Who was too slow (408) has nothing under way that a closed connection would answer with a reset.
      if (isArriving(raw) && reply.statusCode !== TOO_SLOW) {
        reply.removeHeader('connection');
        if (!reply.raw.shouldKeepAlive) last.add(raw);
        reply.raw.shouldKeepAlive = true;
      }
      next(null, payload);
    });
    app.addHook('onResponse', ({ raw, routeOptions }, _reply, next) => {
      if (last.has(raw)) {
        if (raw.complete) raw.socket.end();
        else raw.once('end', () => raw.socket.end());
      }
      if (!raw.complete && !raw.destroyed)
        discard(raw, lingerMs, Math.max(lingerMs, routeOptions.handlerTimeout), maxDiscarded);
      next();
    });
    done();
  },
);

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
 * Protects the server's connections: limits their number, in all and of each client network, and releases those whose client is gone,
 * slow, or stays while the server stops.
 */
export const connectionsPlugin = fp<{
  readonly config: Pick<ServerConfig, 'maxConnections'> & ConnectionsPerNetworkOptions;
}>(async (app, { config: { maxConnections, maxConnectionsPerNetwork, trustProxy } }) => {
  app.server.maxConnections = maxConnections;
  await app.register(connectionsPerNetworkPlugin, { maxConnectionsPerNetwork, trustProxy });
  await app.register(disconnectedClientsPlugin);
  await app.register(requestIdPlugin);
  await app.register(unreadBodiesPlugin);
  await app.register(stopInTimePlugin);
});
