import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { WebSocketServer } from 'ws';
import { MisbehaviourPlan, type Misbehaviour } from './misbehaviour.js';
import { ProxiedConnection, type ProxyState } from './proxied-connection.js';

/** An Electrum server that misbehaves as it is told to: one that is honest, behind a proxy. */
export interface ElectrumProxy {
  /** `ws://host:port` */
  readonly url: string;
  /** From now on, in place of what was ordered before, for connections that are open as well. */
  misbehave(...rules: readonly Misbehaviour[]): void;
  /** Calls and notices that suffered a fault since the last order: a test of a fault shows by it that there was one. */
  readonly misdeeds: number;
  /** Cuts all connections; new ones are welcome. @returns how many */
  hangUp(): number;
  /** From now on nothing passes and new connections get no answer, while all of them stay open: half-open, to their other end. */
  freeze(): void;
  /** Takes no more connections and cuts those there are: the server is down. */
  shut(): Promise<void>;
  /** Ends everything above. A frozen connection is lost. */
  behave(): Promise<void>;
  /** Ends the proxy. */
  stop(): Promise<void>;
}

/** Listens before the server at `upstream` (`ws://host:port`), on a free port. */
export const startElectrumProxy = async (upstream: string): Promise<ElectrumProxy> => {
  const state: ProxyState = { upstream, plan: new MisbehaviourPlan([]), isFrozen: false };
  const connections = new Set<ProxiedConnection>();
  const sockets = new Set<Socket>();
  const webSockets = new WebSocketServer({ noServer: true, perMessageDeflate: false });
  const server = createServer((_, response) => response.writeHead(426).end());
  server.on('connection', (socket) =>
    sockets.add(socket.on('close', () => sockets.delete(socket)).on('error', () => socket.destroy())),
  );
  server.on('upgrade', (request, socket, head) => {
    if (state.isFrozen) return;
    webSockets.handleUpgrade(request, socket, head, (client) => {
      const connection = new ProxiedConnection(client, state);
      connections.add(connection);
      client.on('close', () => connections.delete(connection));
    });
  });
  const listen = async (port: number): Promise<number> => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  };
  const cut = (): number => {
    const count = connections.size;
    for (const connection of connections) connection.end();
    for (const socket of sockets) socket.destroy();
    return count;
  };
  const shut = async (): Promise<void> => {
    if (!server.listening) return;
    server.close();
    cut();
    await once(server, 'close');
  };
  const port = await listen(0);
  return {
    url: `ws://127.0.0.1:${port}`,
    misbehave: (...rules) => {
      state.plan = new MisbehaviourPlan(rules);
    },
    get misdeeds() {
      return state.plan.misdeeds;
    },
    hangUp: cut,
    freeze: () => {
      state.isFrozen = true;
    },
    shut,
    async behave() {
      state.plan = new MisbehaviourPlan([]);
      if (state.isFrozen) cut();
      state.isFrozen = false;
      if (!server.listening) await listen(port);
    },
    async stop() {
      await shut();
      webSockets.close();
    },
  };
};
