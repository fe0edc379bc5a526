import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { createInterface } from 'node:readline';

export interface RpcRequest {
  readonly id: unknown;
  readonly method: string;
  readonly params: readonly unknown[];
}

/** Answers and notices as the server sent them; what comes back is sent instead: text as it is, undefined not at all. */
export type Tamper = (message: Readonly<Record<string, unknown>>, request: RpcRequest | undefined) => unknown;

export interface TamperingProxy {
  readonly url: string;
  tamper: Tamper | undefined;
  close(): Promise<void>;
  /** Listens again, at the same place. */
  reopen(): Promise<void>;
}

/** A server that lies: passes everything on to a real one, and its answers through `tamper`. */
export const startTamperingProxy = async (tcpPort: number, tamper?: Tamper): Promise<TamperingProxy> => {
  const sockets = new Set<Socket>();
  const attach = (client: Socket): void => {
    const upstream = connect(tcpPort, '127.0.0.1');
    const requests = new Map<unknown, RpcRequest>();
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => other.destroy());
      socket.on('close', () => other.destroy());
    }
    const linesOf = (socket: Socket, handle: (line: string) => void): void => {
      createInterface(socket)
        .on('line', handle)
        .on('error', () => socket.destroy());
    };
    linesOf(client, (line) => {
      const request = JSON.parse(line) as RpcRequest;
      requests.set(request.id, request);
      upstream.write(`${line}\n`);
    });
    linesOf(upstream, (line) => {
      const message = JSON.parse(line) as Record<string, unknown>;
      const sent = proxy.tamper === undefined ? line : proxy.tamper(message, requests.get(message['id']));
      if (sent !== undefined) client.write(`${typeof sent === 'string' ? sent : JSON.stringify(sent)}\n`);
    });
  };
  const server = createServer(attach);
  const listen = async (port: number): Promise<number> => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  };
  const port = await listen(0);
  const proxy: TamperingProxy = {
    url: `tcp://127.0.0.1:${port}`,
    tamper,
    async close() {
      for (const socket of sockets) socket.destroy();
      if (!server.listening) return;
      server.close();
      await once(server, 'close');
    },
    async reopen() {
      await listen(port);
    },
  };
  return proxy;
};

/** Answers one method with something else. */
export const instead =
  (method: string, result: (result: unknown, request: RpcRequest) => unknown): Tamper =>
  (message, request) =>
    request?.method === method && 'result' in message
      ? { ...message, result: result(message['result'], request) }
      : message;

/** Answers one method with an error. */
export const failing =
  (method: string, text: string): Tamper =>
  (message, request) =>
    request?.method === method ? { jsonrpc: '2.0', id: message['id'], error: { code: 1, message: text } } : message;
