import fp from 'fastify-plugin';
import { disconnectedClientsPlugin } from './disconnected-clients.js';
import { requestIdPlugin } from './request-id.js';
import { stopInTimePlugin } from './stop-in-time.js';
import { unreadBodiesPlugin } from './unread-bodies.js';

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
