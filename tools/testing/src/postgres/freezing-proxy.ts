import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

export interface FreezingProxy {
  readonly url: string;
  /** Drops all traffic from now on without closing connections, as a cut network does. */
  freeze(): void;
  close(): void;
}

/** Starts a TCP proxy in front of the server of `url` that can cut connections so that neither end notices. */
export async function startFreezingProxy(url: string): Promise<FreezingProxy> {
  const target = new URL(url);
  const proxied = new URL(url);
  const sockets = new Set<Socket>();
  let frozen = false;
  const pass = (from: Socket, to: Socket) => {
    sockets.add(from);
    from.on('error', () => undefined);
    from.on('data', (chunk) => {
      if (!frozen) to.write(chunk);
    });
    from.on('end', () => {
      if (!frozen) to.end();
    });
  };
  const server = createServer({ allowHalfOpen: true }, (client) => {
    const upstream = connect(Number(target.port), target.hostname);
    pass(client, upstream);
    pass(upstream, client);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port.');
  proxied.port = String(address.port);
  return {
    url: proxied.href,
    freeze() {
      frozen = true;
    },
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
