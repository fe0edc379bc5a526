import fp from 'fastify-plugin';

/**
 * Drops requests of clients that were gone before anybody looked at them: their connections have no address any more, which
 * whatever counts or logs by address takes for a fault of ours.
 */
export const goneClientsPlugin = fp((app, _, done) => {
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
