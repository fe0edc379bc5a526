import type { Socket } from 'node:net';
import proxyAddr from '@fastify/proxy-addr';
import fp from 'fastify-plugin';
import { splitList } from '../config/production.js';
import type { ServerConfig } from '../config/server-config.js';
import { rawAnswer } from '../errors/raw-answer.js';
import { networkOf, shortened } from './client-network.js';

/** Shortest time between two lines of the log about refused connections, milliseconds. */
const LOGGED_EVERY_MS = 60_000;

export type ConnectionsPerNetworkOptions = Pick<ServerConfig, 'maxConnectionsPerNetwork' | 'trustProxy'>;

/**
 * Limits the open connections of each client network, so that one cannot take all that the server accepts. A connection beyond it is
 * answered with RATE_LIMITED and closed. Trusted proxies carry the connections of many clients, and are not limited.
 */
export const connectionsPerNetworkPlugin = fp<ConnectionsPerNetworkOptions>(
  (app, { maxConnectionsPerNetwork: most, trustProxy }, done) => {
    const isProxy = trustProxy === false ? () => false : proxyAddr.compile(splitList(trustProxy));
    const open = new Map<string, number>();
    let loggedAt = -Infinity;

    const refuse = (socket: Socket, address: string): void => {
      if (performance.now() - loggedAt >= LOGGED_EVERY_MS) {
        loggedAt = performance.now();
        app.log.warn(
          { network: shortened(address), limit: most },
          'Connections of one network refused: its limit is reached',
        );
      }
      socket.on('error', () => undefined);
      socket.end(
        rawAnswer(
          'RATE_LIMITED',
          `Limit of ${most} open connections of your network reached. Close some, or reuse them`,
        ),
      );
      socket.destroySoon();
    };
    const admit = (socket: Socket): void => {
      const { remoteAddress: address } = socket;
      if (address === undefined || isProxy(address, 0)) return;
      const network = networkOf(address);
      const count = open.get(network) ?? 0;
      if (count >= most) {
        refuse(socket, address);
        return;
      }
      open.set(network, count + 1);
      socket.once('close', () => {
        const left = (open.get(network) ?? 1) - 1;
        if (left > 0) open.set(network, left);
        else open.delete(network);
      });
    };
    if (most > 0) app.server.prependListener('connection', admit);
    done();
  },
);
