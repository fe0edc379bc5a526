import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import fastify, { type FastifyInstance } from 'fastify';
import { eventually } from '@weir/testing';
import { connectionsPlugin } from './connections.js';
import { serverLimits } from './server-limits.js';

const LIMIT = 3;
const REQUEST = 'GET / HTTP/1.1\r\nhost: x\r\n\r\n';

const sockets: Socket[] = [];
let app: FastifyInstance;
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await app.close();
});

const start = async (trustProxy: string | false = false, most = LIMIT): Promise<void> => {
  app = fastify({ ...serverLimits({ requestTimeoutMs: 1_000 }), forceCloseConnections: 'idle' });
  await app.register(connectionsPlugin, {
    config: { maxConnections: 100, maxConnectionsPerNetwork: most, trustProxy },
  });
  app.get('/', () => 'yes');
  await app.listen({ host: '127.0.0.1', port: 0 });
};

/** Opens a connection and sends something at once. @returns what it has heard, and whether it is closed */
const open = async (from = '127.0.0.1', words = '') => {
  const { port } = app.server.address() as AddressInfo;
  const socket = connect({ host: '127.0.0.1', port, localAddress: from }, () => words !== '' && socket.write(words));
  sockets.push(socket);
  const heard = { text: '', isClosed: false, socket };
  socket
    .on('error', () => undefined)
    .on('data', (piece: Buffer) => (heard.text += piece.toString()))
    .once('close', () => (heard.isClosed = true));
  await once(socket, 'connect');
  return heard;
};
const openMany = (count: number, from?: string, words?: string) =>
  Promise.all(Array.from({ length: count }, () => open(from, words)));

const REFUSED = /^HTTP\/1\.1 429 Too Many Requests\r\n.*"code":"RATE_LIMITED".*Limit of 3 open connections/su;

describe('connections of one network', () => {
  it.each(['', REQUEST, REQUEST.repeat(20), 'nonsense'])(
    'are refused beyond the limit, no matter what they send: %j',
    async (words) => {
      await start();
      const kept = await openMany(LIMIT);
      const refused = await openMany(20, '127.0.0.1', words);
      for (const each of refused) await eventually(() => expect(each.isClosed).toBe(true));
      // A reset can overtake the answer to a client that sends at once.
      for (const { text } of refused) expect(text === '' || REFUSED.test(text)).toBe(true);
      if (words === '') expect(refused.every(({ text }) => REFUSED.test(text))).toBe(true);
      for (const { socket } of kept) socket.write(REQUEST);
      for (const each of kept) await eventually(() => expect(each.text).toMatch(/^HTTP\/1\.1 200 /u));
    },
  );

  it('do not keep another network out', async () => {
    await start();
    await openMany(LIMIT + 5);
    const other = await open('127.0.0.2', REQUEST);
    await eventually(() => expect(other.text).toMatch(/^HTTP\/1\.1 200 /u));
  });

  it('make room when they close, silent ones by themselves', async () => {
    await start();
    const kept = await openMany(LIMIT);
    for (const each of kept) await eventually(() => expect(each.isClosed).toBe(true));
    const next = await openMany(LIMIT, '127.0.0.1', REQUEST);
    for (const each of next) await eventually(() => expect(each.text).toMatch(/^HTTP\/1\.1 200 /u));
  });

  it.each([
    ['of a trusted proxy', '10.0.0.0/8, 127.0.0.1', LIMIT],
    ['where the limit is 0', false, 0],
  ] as const)('are not limited %s', async (_, trustProxy, most) => {
    await start(trustProxy, most);
    const all = await openMany(LIMIT * 3, '127.0.0.1', REQUEST);
    for (const each of all) await eventually(() => expect(each.text).toMatch(/^HTTP\/1\.1 200 /u));
  });
});
