import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { WebSocketServer, type RawData, type WebSocket } from 'ws';
import type { Transport } from '../session.js';
import type { ConnectionHandler, Listener } from './listener.js';

const transportOf = (socket: WebSocket): Transport => ({
  send: (text) => {
    if (socket.readyState === socket.OPEN) socket.send(text);
  },
  close: () => socket.close(),
  destroy: () => socket.terminate(),
});

const textOf = (data: RawData): string =>
  (Array.isArray(data) ? Buffer.concat(data) : data instanceof ArrayBuffer ? Buffer.from(data) : data).toString('utf8');

/** Frames messages one per WebSocket frame. The line end that some clients append is dropped. */
const attach = (socket: WebSocket, handler: ConnectionHandler): void => {
  const connection = handler.opened(transportOf(socket));
  socket.on('message', (data) => connection.received(textOf(data)));
  socket.on('error', () => socket.terminate());
  socket.on('close', () => connection.closed());
};

/** Listens for WebSocket connections. Port 0 takes any free one. */
export const listenWebSocket = async (host: string, port: number, handler: ConnectionHandler): Promise<Listener> => {
  const server = new WebSocketServer({ host, port, perMessageDeflate: false });
  server.on('connection', (socket) => attach(socket, handler));
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
      }),
  };
};
