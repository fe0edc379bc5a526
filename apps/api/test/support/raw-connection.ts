import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A raw connection, to send what no HTTP client would. */
export interface RawConnection {
  readonly socket: Socket;
  /** Everything received until it was closed. */
  readonly ended: Promise<string>;
}

/** Opens a connection and records what it receives. */
export const openRaw = async (url: string): Promise<RawConnection> => {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const pieces: Buffer[] = [];
  socket.on('data', (piece: Buffer) => pieces.push(piece));
  // A reset counts as an answer.
  socket.on('error', () => undefined);
  const ended = new Promise<string>((resolve) => {
    socket.once('close', () => resolve(Buffer.concat(pieces).toString()));
  });
  await Promise.race([once(socket, 'connect'), ended]);
  return { socket, ended };
};

/** Sends text character by character while the connection is open. @param everyMs milliseconds. @returns how many characters it sent */
export const trickle = ({ socket, ended }: RawConnection, words: string, everyMs: number): (() => number) => {
  let said = 0;
  const timer = setInterval(() => {
    if (said < words.length && socket.writable) socket.write(words.charAt(said));
    said += 1;
  }, everyMs);
  void ended.then(() => clearInterval(timer));
  return () => said;
};

/** Returns the status codes in received data, in order. */
export const statusesIn = (words: string): number[] =>
  [...words.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));

/** Formats an HTTP/1.1 request. @param headers header lines */
export const requestOf = (method: string, path: string, headers: readonly string[] = [], body = ''): string =>
  [`${method} ${path} HTTP/1.1`, 'host: test', ...headers, '', body].join('\r\n');
