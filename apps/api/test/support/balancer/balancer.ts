import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A load balancer: each connection goes to the next server, and to another one where that is gone. */
export interface Balancer {
  readonly url: string;
  /** Number of connections given to each server, in order. */
  readonly given: readonly number[];
  close(): Promise<void>;
}

const reach = async (url: string): Promise<Socket | undefined> => {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  return new Promise((resolve) => {
    socket.once('connect', () => resolve(socket));
    socket.once('error', () => resolve(undefined));
  });
};

/** Starts a balancer on TCP level, without knowledge of HTTP. */
export const startBalancer = async (servers: readonly string[]): Promise<Balancer> => {
  const given = servers.map(() => 0);
  const open = new Set<Socket>();
  let turn = 0;

  const serverFor = async (): Promise<Socket | undefined> => {
    for (let tries = 0; tries < servers.length; tries += 1) {
      const index = turn++ % servers.length;
      const socket = await reach(servers[index] ?? '');
      if (socket === undefined) continue;
      given[index] = (given[index] ?? 0) + 1;
      return socket;
    }
    return undefined;
  };
  const join = async (client: Socket): Promise<void> => {
    open.add(client);
    client.on('error', () => client.destroy());
    client.once('close', () => open.delete(client));
    client.pause();
    const server = await serverFor();
    if (server === undefined) {
      client.destroy();
      return;
    }
    // When one side ends, so does the other, in the same way.
    server.on('error', () => client.resetAndDestroy());
    server.once('close', () => client.destroy());
    client.once('close', () => server.destroy());
    client.pipe(server).pipe(client);
  };
  const listener = createServer((client) => void join(client));
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  return {
    url: `http://127.0.0.1:${(listener.address() as AddressInfo).port}`,
    given,
    async close() {
      for (const socket of open) socket.destroy();
      listener.close();
      await once(listener, 'close');
    },
  };
};
