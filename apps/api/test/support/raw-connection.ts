import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A connection on which a test says what no HTTP client would. */
export interface RawConnection {
  readonly socket: Socket;
  /** Everything that came until it was closed. */
  readonly ended: Promise<string>;
}

/** Opens a connection, and keeps what comes. */
export const openRaw = async (url: string): Promise<RawConnection> => {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const pieces: Buffer[] = [];
  socket.on('data', (piece: Buffer) => pieces.push(piece));
  // Being cut off is an answer too.
  socket.on('error', () => undefined);
  const ended = new Promise<string>((resolve) => {
    socket.once('close', () => resolve(Buffer.concat(pieces).toString()));
  });
  await Promise.race([once(socket, 'connect'), ended]);
  return { socket, ended };
};

/** Says something a character at a time, as long as anybody listens. @param everyMs milliseconds */
export const trickle = ({ socket, ended }: RawConnection, words: string, everyMs: number): void => {
  let said = 0;
  const timer = setInterval(() => {
    if (said < words.length && socket.writable) socket.write(words.charAt(said));
    said += 1;
  }, everyMs);
  void ended.then(() => clearInterval(timer));
};

/** The statuses of the answers in what a connection gave, in order. */
export const statusesIn = (words: string): number[] =>
  [...words.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));

/** An HTTP/1.1 request in words. @param headers lines */
export const requestOf = (method: string, path: string, headers: readonly string[] = [], body = ''): string =>
  [`${method} ${path} HTTP/1.1`, 'host: test', ...headers, '', body].join('\r\n');
