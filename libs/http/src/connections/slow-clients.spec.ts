import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { deferred, type Deferred } from '@weir/testing';
import { disconnectedClientsPlugin, stopInTimePlugin, unreadBodiesPlugin } from './connections.js';
import { serverLimits } from './server-limits.js';

const streams: Readable[] = [];
const apps: FastifyInstance[] = [];
afterEach(() => Promise.all(apps.splice(0).map((app) => app.close())));

interface Started {
  readonly app: FastifyInstance;
  readonly open: (words: string) => Promise<Socket>;
  /** Fulfilled when `/slow` is asked; it answers when `end` is fulfilled. */
  readonly begun: Deferred<void>;
  readonly end: Deferred<void>;
}

/** An app that refuses every post before it has read it. */
const start = async (options: { readonly lingerMs?: number; readonly graceMs?: number }): Promise<Started> => {
  const app = fastify({ ...serverLimits({ requestTimeoutMs: 30_000 }), forceCloseConnections: 'idle' });
  apps.push(app);
  await app.register(disconnectedClientsPlugin);
  await app.register(unreadBodiesPlugin, options);
  await app.register(stopInTimePlugin, options);
  const refuse = async (_request: FastifyRequest, reply: FastifyReply) => reply.code(401).send('no');
  app.post('/', { onRequest: refuse }, () => 'yes');
  app.get('/endless', () => {
    const stream = new Readable({ read: () => undefined });
    streams.push(stream);
    stream.push('a');
    return stream;
  });
  const [begun, end] = [deferred(), deferred()];
  app.get('/slow', async () => {
    begun.resolve();
    await end.promise;
    return 'late';
  });
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
  return {
    app,
    begun,
    end,
    open: async (words) => {
      const socket = connect(Number(port), '127.0.0.1', () => socket.write(words));
      socket.on('error', () => undefined).resume();
      await once(socket, 'connect');
      return socket;
    },
  };
};

/** Fulfilled when a connection ends, also where it is reset: `once` would reject then. */
const closeOf = (socket: Socket): Promise<void> =>
  new Promise((resolve) => {
    socket.once('close', () => resolve());
  });

const isClosedIn = (socket: Socket, milliseconds: number): Promise<boolean> =>
  Promise.race([closeOf(socket).then(() => true), sleep(milliseconds, false)]);

describe('a body that nobody waits for', () => {
  const head = 'POST / HTTP/1.1\r\nhost: x\r\ncontent-type: text/plain\r\ncontent-length: 4\r\n\r\n';

  it('is read for a while, and then no more', async () => {
    const { open } = await start({ lingerMs: 100 });
    const socket = await open(head);
    const ended = closeOf(socket);
    expect(String(await once(socket, 'data'))).toMatch(/^HTTP\/1\.1 401 /);
    await ended;
  });

  it('leaves its connection to others when it has come to its end', async () => {
    const { open } = await start({ lingerMs: 2_000 });
    const socket = await open(head);
    await once(socket, 'data');
    socket.write('body');
    expect(await isClosedIn(socket, 2_500)).toBe(false);
    socket.write(`${head}body`);
    expect(String(await once(socket, 'data'))).toMatch(/^HTTP\/1\.1 401 /);
    socket.destroy();
  });
});

describe('a connection on which thousands of requests are refused', () => {
  const REFUSALS = 10_000;
  const head = 'POST / HTTP/1.1\r\nhost: x\r\ncontent-type: text/plain\r\ncontent-length: 4\r\n\r\n';

  it('carries nothing of them, and ends at once', async () => {
    const { app, open } = await start({});
    const [connection, socket] = await Promise.all([
      once(app.server, 'connection').then(([of]: Socket[]) => of),
      open(''),
    ]);
    if (connection === undefined) throw new Error('Nobody came');
    const listeners = (): number =>
      connection.eventNames().reduce((sum, name) => sum + connection.listenerCount(name), 0);
    let heard = 0;
    socket.on('data', (words: Buffer) => {
      heard += words.toString().split('HTTP/1.1 401 ').length - 1;
    });
    const refuse = async (count: number): Promise<void> => {
      const wanted = heard + count;
      // The body comes after its refusal.
      for (let sent = 0; sent < count; sent += 1) socket.write(`${sent === 0 ? '' : 'body'}${head}`);
      socket.write('body');
      while (heard < wanted) await sleep(5);
    };
    await refuse(1);
    const before = listeners();
    for (let round = 0; round < REFUSALS / 100; round += 1) await refuse(100);
    expect(heard).toBe(REFUSALS + 1);
    expect(listeners()).toBeLessThanOrEqual(before);
    const closed = once(connection, 'close');
    socket.destroy();
    await closed;
  });
});

describe('a client that is gone before its request is looked at', () => {
  it('closes the connection without a response', async () => {
    const { app, open } = await start({});
    // As Node has it of a connection that was reset.
    app.server.on('connection', (connection: Socket) =>
      Object.defineProperty(connection, 'remoteAddress', { value: undefined }),
    );
    const socket = await open('GET /slow HTTP/1.1\r\nhost: x\r\n\r\n');
    let heard = '';
    socket.on('data', (words: Buffer) => {
      heard += words.toString();
    });
    if (!socket.closed) await closeOf(socket);
    expect(heard).toBe('');
  });
});

describe('an answer in pieces', () => {
  it('ends with its connection, and those asked for after it are never begun', async () => {
    const { open } = await start({});
    const socket = await open('GET /endless HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(3));
    await once(socket, 'data');
    const ended = Promise.all(streams.map((stream) => once(stream, 'close')));
    socket.resetAndDestroy();
    await ended;
    expect(streams).toHaveLength(1);
  });
});

describe('a server that stops', () => {
  const GRACE_MS = 600_000;

  it('does not wait for those who do not end what they have begun', async () => {
    const { app, open } = await start({ graceMs: 100 });
    const sockets = [
      await open(''),
      await open('GET / HTT'),
      await open('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\nabc'),
    ];
    const closed = Promise.all(sockets.map((socket) => closeOf(socket)));
    await app.close();
    expect(await closed).toHaveLength(3);
  });

  it('finishes running requests, then stops', async () => {
    const { app, open, begun, end } = await start({ graceMs: GRACE_MS });
    const socket = await open('GET /slow HTTP/1.1\r\nhost: x\r\n\r\n');
    await begun.promise;
    const answer = once(socket, 'data');
    const began = Date.now();
    const stopped = app.close();
    end.resolve();
    expect(String((await answer)[0])).toContain('late');
    await stopped;
    // The client keeps its connection; nobody waits for that.
    expect(Date.now() - began).toBeLessThan(GRACE_MS);
  });
});

describe('serverLimits', () => {
  const serverOf = (requestTimeoutMs: number, longestTimeoutMs?: number) => {
    const app = fastify(
      serverLimits({ requestTimeoutMs, ...(longestTimeoutMs !== undefined && { longestTimeoutMs }) }),
    );
    apps.push(app);
    const { headersTimeout, requestTimeout, keepAliveTimeout } = app.server;
    return [headersTimeout, requestTimeout, keepAliveTimeout];
  };

  it('leaves the longest of the routes its time, and headers a short one', () => {
    expect(serverOf(30_000, 300_000)).toEqual([15_000, 300_000, 72_000]);
    expect(serverOf(1_000)).toEqual([1_000, 1_000, 72_000]);
  });
});
