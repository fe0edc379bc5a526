import { once } from 'node:events';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import Fastify from 'fastify';
import fp from 'fastify-plugin';
import { compressionPlugin } from '../compression/compression.plugin.js';
import { errorsPlugin } from './errors.plugin.js';

const LIMIT_MS = 20;
/** Takes longer than the limit without a pause, so that the limit passes before the answer's first byte is compressed. */
const makeLate = (): object => {
  const end = performance.now() + 3 * LIMIT_MS;
  while (performance.now() < end);
  return { made: 'late '.repeat(100_000) };
};

it('sends an answer whose time limit passes while it is compressed', async () => {
  const app = Fastify({ handlerTimeout: LIMIT_MS });
  await app.register(fp((_, __, done) => done(), { name: 'rate-limit' }));
  await app.register(errorsPlugin, { toProblem: () => undefined, readingMs: 2 ** 31 - 1 });
  await app.register(compressionPlugin);
  app.get('/', makeLate);
  app.get('/never', () => new Promise(() => undefined));
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  // fetch decompresses by the answer's own header.
  const late = await fetch(url);
  expect([late.status, late.headers.get('content-encoding')]).toEqual([200, 'gzip']);
  expect(await late.json()).toEqual({ made: 'late '.repeat(100_000) });
  const none = await fetch(`${url}/never`);
  expect([none.status, await none.json()]).toMatchObject([503, { code: 'OVERLOADED' }]);
  await app.close();
});

it('closes the connection of a client that takes nothing of an answer whose time limit has passed before its first byte', async () => {
  const app = Fastify({ handlerTimeout: LIMIT_MS });
  await app.register(fp((_, __, done) => done(), { name: 'rate-limit' }));
  await app.register(errorsPlugin, { toProblem: () => undefined });
  // More than what fits between here and there.
  const piece = Buffer.alloc(2 ** 20);
  app.get('/', () => {
    let isBegun = false;
    return new Readable({
      read() {
        if (!isBegun) setTimeout(() => this.push(piece), 3 * LIMIT_MS);
        else this.push(piece);
        isBegun = true;
      },
    });
  });
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
  const come = once(app.server, 'connection');
  const socket = connect(Number(port), '127.0.0.1', () => socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n'));
  socket.on('error', () => undefined);
  const [connection] = (await come) as [NodeJS.EventEmitter];
  await once(connection, 'close');
  socket.destroy();
  await app.close();
});
