import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { WebSocketServer } from 'ws';
import { MisbehaviourPlan, type Misbehaviour } from './misbehaviour.js';
import { ProxiedConnection, type ProxyState } from './proxied-connection.js';

/** An honest Electrum server behind a proxy that misbehaves on demand. */
export interface ElectrumProxy {
  /** `ws://host:port` */
  readonly url: string;
  /** Orders misbehaviour from now on, on open connections as well, in place of any ordered before. */
  misbehave(...rules: readonly Misbehaviour[]): void;
  /**
   * Number of calls and notices that suffered a fault since the last order, by which a test can prove that there was
   * one.
   */
  readonly misdeeds: number;
  /** Cuts all connections, but accepts new ones. Returns how many were cut. */
  hangUp(): number;
  /**
   * Passes nothing on from now on, and does not answer new connections, but keeps all of them open: half-open from
   * the client's side.
   */
  freeze(): void;
  /** Cuts all connections and refuses new ones, as if the server were down. */
  shut(): Promise<void>;
  /** Ends all of the above. A connection that was frozen is cut. */
  behave(): Promise<void>;
  /** Ends the proxy. */
  stop(): Promise<void>;
}

/** Starts a proxy for the server at `upstream` (`ws://host:port`) on a free port. */
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
