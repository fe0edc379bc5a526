import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '@weir/testing';
import { oneAtATime, type TurnLimits } from './server-limits.js';

const servers: Server[] = [];
const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

const start = async (handle: RequestListener, limits: Partial<TurnLimits> = {}): Promise<() => Promise<Socket>> => {
  const server = createServer(oneAtATime(handle, { readingMs: 60_000, ...limits })).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return async () => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    sockets.push(socket.on('error', () => undefined));
    await once(socket, 'connect');
    return socket;
  };
};

const get = (path: string | number, ...headers: string[]): string =>
  ['GET /' + String(path) + ' HTTP/1.1', 'host: x', ...headers, '', ''].join('\r\n');
const textOf = async (socket: Socket): Promise<string> => {
  let text = '';
  socket.on('data', (words: Buffer) => {
    text += words.toString();
  });
  await once(socket, 'close');
  return text;
};
const closed = (socket: Socket): Promise<unknown> => (socket.closed ? Promise.resolve() : once(socket, 'close'));
const isClosedIn = (socket: Socket, milliseconds: number): Promise<boolean> =>
  Promise.race([once(socket, 'close').then(() => true), sleep(milliseconds, false)]);

/** More than the buffers of both ends of a connection hold. */
const LARGE = Buffer.alloc(16 * 2 ** 20, 'a');

describe('requests sent ahead on one connection', () => {
  it('are answered one at a time, all of them and in their order', async () => {
    let atOnce = 0;
    let most = 0;
    const open = await start((request, response) => {
      atOnce += 1;
      most = Math.max(most, atOnce);
      setTimeout(() => {
        atOnce -= 1;
        response.end(`<${String(request.url)}>`);
      }, 1);
    });
    const socket = await open();
    const answers = textOf(socket);
    const numbers = Array.from({ length: 300 }, (_, index) => index);
    // In pieces of any size, so that reading goes on after a pause.
    const words = numbers.map((number) => get(number)).join('') + get('last', 'connection: close');
    for (let at = 0; at < words.length; at += 1_000) {
      socket.write(words.slice(at, at + 1_000));
      await sleep(1);
    }
    expect([...(await answers).matchAll(/<\/(\w+)>/g)].map(([, name]) => name)).toEqual([
      ...numbers.map(String),
      'last',
    ]);
    expect(most).toBe(1);
  });

  it('come with their bodies, also where those wait', async () => {
    const open = await start((request, response) => {
      let length = 0;
      request.on('data', (piece: Buffer) => {
        length += piece.length;
      });
      request.on('end', () => setTimeout(() => response.end(`<${length}>`), 5));
    });
    const socket = await open();
    const answers = textOf(socket);
    const post = (length: number, ...headers: string[]): string =>
      ['POST / HTTP/1.1', 'host: x', `content-length: ${length}`, ...headers, '', 'b'.repeat(length)].join('\r\n');
    const lengths = Array.from({ length: 60 }, (_, index) => index * 5_000);
    socket.write(lengths.map((length) => post(length)).join('') + post(7, 'connection: close'));
    expect([...(await answers).matchAll(/<(\d+)>/g)].map(([, length]) => Number(length))).toEqual([...lengths, 7]);
  });

  it('are not begun while an answer is unread, and their connection is cut off in time', async () => {
    let begun = 0;
    const open = await start(
      (_request, response) => {
        begun += 1;
        response.end(LARGE);
      },
      { readingMs: 300, maxAhead: 1_000 },
    );
    const socket = await open();
    socket.write(Array.from({ length: 990 }, (_, index) => get(index)).join(''));
    await eventually(() => expect(begun).toBe(1));
    // It notices when it reads, after the time that it has for reading.
    await sleep(600);
    const end = closed(socket);
    socket.resume();
    await end;
    expect(begun).toBe(1);
  });

  it('are too many beyond a bound of each connection, and of all', async () => {
    const open = await start(() => undefined, { maxAhead: 20, maxAheadOverall: 30 });
    const [greedy, first, second, patient] = await Promise.all([open(), open(), open(), open()]);
    greedy.resume().write(get(0).repeat(22));
    await closed(greedy);
    first.resume().write(get(0).repeat(21));
    await sleep(100);
    second.resume().write(get(0).repeat(20));
    await closed(second);
    patient.resume().write(get(0));
    expect(await isClosedIn(patient, 200)).toBe(false);
    expect(first.destroyed).toBe(false);
    // Who leaves makes room for others.
    first.destroy();
    await sleep(100);
    const third = await open();
    third.resume().write(get(0).repeat(21));
    expect(await isClosedIn(third, 200)).toBe(false);
  });
});
