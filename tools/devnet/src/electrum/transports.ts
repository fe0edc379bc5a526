import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { WebSocketServer, type RawData, type WebSocket } from 'ws';
import type { Transport } from './services.js';

/** What a listener reports about its connections. */
export interface ConnectionHandler {
  opened(transport: Transport): { received(text: string): void; closed(): void };
}

export interface Listener {
  readonly port: number;
  close(): Promise<void>;
}

/** Frames messages as lines. A line is passed on with its line end, which the server's parse errors quote. */
const attachSocket = (socket: Socket, handler: ConnectionHandler): void => {
  const connection = handler.opened({
    send: (text) => {
      if (socket.writable) socket.write(`${text}\r\n`);
    },
    close: () => socket.end(),
    destroy: () => socket.destroy(),
  });
  let rest = '';
  socket.setEncoding('utf8').setNoDelay(true);
  socket.on('data', (data) => {
    const lines = `${rest}${data.toString()}`.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) connection.received(`${line}\n`);
  });
  // A peer may disconnect by a reset; 'close' follows.
  socket.on('error', () => socket.destroy());
  socket.on('close', () => connection.closed());
};

const textOf = (data: RawData): string =>
  (Array.isArray(data) ? Buffer.concat(data) : data instanceof ArrayBuffer ? Buffer.from(data) : data).toString('utf8');

/** Frames messages one per WebSocket frame. The line end that some clients append is dropped. */
const attachWebSocket = (socket: WebSocket, handler: ConnectionHandler): void => {
  const connection = handler.opened({
    send: (text) => {
      if (socket.readyState === socket.OPEN) socket.send(text);
    },
    close: () => socket.close(),
    destroy: () => socket.terminate(),
  });
  socket.on('message', (data) => connection.received(textOf(data)));
  socket.on('error', () => socket.terminate());
  socket.on('close', () => connection.closed());
};

const listening = async (server: Server | WebSocketServer): Promise<Listener> => {
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
      }),
  };
};

/** Listens for newline-framed connections. Port 0 takes any free one. */
export const listenTcp = (host: string, port: number, handler: ConnectionHandler): Promise<Listener> =>
  listening(createServer((socket) => attachSocket(socket, handler)).listen(port, host));

/** Listens for WebSocket connections. Port 0 takes any free one. */
export const listenWebSocket = (host: string, port: number, handler: ConnectionHandler): Promise<Listener> => {
  const server = new WebSocketServer({ host, port, perMessageDeflate: false });
  server.on('connection', (socket) => attachWebSocket(socket, handler));
  return listening(server);
};
