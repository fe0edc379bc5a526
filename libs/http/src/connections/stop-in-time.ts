import fp from 'fastify-plugin';
import { ApiError } from '../errors/api-error.js';

/** How long requests under way, and clients in the middle of one, have once the server stops, milliseconds. */
const GRACE_MS = 10_000;

/** How often connections are let go whose last answer has gone out, milliseconds. */
const SWEEP_MS = 100;

/**
 * Lets a server stop whatever its clients do. A stopping one answers what is under way and refuses what comes on connections
 * that are open still; it would then wait for clients to close connections they keep for later, and for ever for those who
 * have begun a request and do not end it.
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
