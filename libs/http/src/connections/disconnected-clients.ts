import fp from 'fastify-plugin';

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
