import fp from 'fastify-plugin';

/** Longest time that the rest of a body is read after its request was answered, milliseconds. */
const LINGER_MS = 5_000;

/**
 * Lets go of clients that go on sending a body nobody waits for. Closing at once would cost them the answer: what a
 * connection has received and nobody has read makes it end in a reset.
 */
export const unreadBodiesPlugin = fp<{ readonly lingerMs?: number }>((app, { lingerMs = LINGER_MS }, done) => {
  app.addHook('onResponse', ({ raw }, _reply, next) => {
    if (!raw.complete) {
      // Listens to the request alone: its connection lives on, and what hangs on that piles up with every refusal. Of a
      // connection that is gone the timer finds nothing to do.
      const timer = setTimeout(() => {
        if (!raw.complete) raw.destroy();
      }, lingerMs).unref();
      raw.once('end', () => clearTimeout(timer));
      raw.once('close', () => clearTimeout(timer));
    }
    next();
  });
  done();
});
