import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import type { Transport } from '../session.js';
import type { ConnectionHandler, Listener } from './listener.js';

const transportOf = (socket: Socket): Transport => ({
  send: (text) => {
    if (socket.writable) socket.write(`${text}\r\n`);
  },
  close: () => {
    socket.end();
  },
  destroy: () => {
    socket.destroy();
  },
});

/** Frames messages as lines. A line is passed on with its line end, which the server's parse errors quote. */
const attach = (socket: Socket, handler: ConnectionHandler): void => {
  const connection = handler.opened(transportOf(socket));
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

/** Listens for newline-framed connections. Port 0 takes any free one. */
export const listenTcp = async (host: string, port: number, handler: ConnectionHandler): Promise<Listener> => {
  const server = createServer((socket) => attach(socket, handler));
  server.listen(port, host);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
      }),
  };
};
