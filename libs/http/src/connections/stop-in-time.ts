import fp from 'fastify-plugin';
import { ApiError } from '../errors/api-error.js';

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
      next(new ApiError('OVERLOADED', 'The service is stopping; try again shortly', {}, { connection: 'close' }));
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
