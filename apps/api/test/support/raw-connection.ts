import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

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

const ESTABLISHED = '01';
const portOf = (address = ''): number => parseInt(address.split(':')[1] ?? '', 16);

/** Ports of the clients that a server on this machine still has an open connection with; by what Linux reports. */
const clientsOf = (port: number): ReadonlySet<number> => {
  const [, ...lines] = readFileSync('/proc/net/tcp', 'utf8').trim().split('\n');
  const connections = lines.map((line) => line.trim().split(/\s+/));
  return new Set(
    connections.flatMap(([, local, remote, state]) =>
      portOf(local) === port && state === ESTABLISHED ? [portOf(remote)] : [],
    ),
  );
};

/**
 * Waits until a server has given up connections whose clients read nothing, and so do not hear of it.
 *
 * @param url of the server, on this machine
 * @param meanwhile done again and again until then
 */
export const untilCutOff = async (
  url: string,
  connections: readonly RawConnection[],
  meanwhile: () => Promise<void> = () => sleep(50),
): Promise<void> => {
  const port = Number(new URL(url).port);
  const isOpen = (): boolean => {
    const clients = clientsOf(port);
    return connections.some(({ socket: { localPort = 0 } }) => clients.has(localPort));
  };
  while (isOpen()) await meanwhile();
};

/** What a correct client observed while others misbehaved. */
export interface Seen {
  readonly statuses: ReadonlySet<number>;
  /** Number of answers before it was over. */
  readonly answers: number;
}

/** Runs a correct client that sends a request every 25 ms while `meanwhile` runs. */
export const askMeanwhile = async (url: string, meanwhile: () => Promise<unknown>): Promise<Seen> => {
  const state = { isOver: false };
  let answers = 0;
  const statuses = new Set<number>();
  const ask = async (): Promise<void> => {
    do {
      const response = await fetch(url);
      await response.arrayBuffer();
      statuses.add(response.status);
      if (!state.isOver) answers += 1;
      await sleep(25);
    } while (!state.isOver);
  };
  const asking = ask();
  try {
    await meanwhile();
  } finally {
    state.isOver = true;
    await asking;
  }
  return { statuses, answers };
};
