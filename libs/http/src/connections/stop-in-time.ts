import fp from 'fastify-plugin';

/** How long requests under way, and clients in the middle of one, have once the server stops, milliseconds. */
const GRACE_MS = 10_000;

/** How often connections are let go whose last answer has gone out, milliseconds. */
const SWEEP_MS = 100;

/**
 * Lets a server stop whatever its clients do. A stopping one answers what is under way; it would then wait for clients to
 * close connections they keep for later, and for ever for those who have begun a request and do not end it.
 */
export const stopInTimePlugin = fp<{ readonly graceMs?: number }>((app, { graceMs = GRACE_MS }, done) => {
  app.addHook('preClose', (next) => {
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
