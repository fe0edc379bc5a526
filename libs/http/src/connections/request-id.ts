import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import fp from 'fastify-plugin';

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
