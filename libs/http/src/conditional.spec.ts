import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { compressionPlugin } from './compression/compression.plugin.js';
import { conditionalPlugin } from './conditional.js';

let app: FastifyInstance;
let made = 'a';
beforeAll(async () => {
  app = Fastify();
  await app.register(conditionalPlugin);
  await app.register(compressionPlugin);
  app.get('/', () => ({ made }));
  app.get('/large', () => ({ made: made.repeat(2_000) }));
  app.get('/mine', (_, reply) => reply.header('cache-control', 'private, no-store').send({ made }));
  app.get('/lost', (_, reply) => reply.code(404).send({ made }));
  app.post('/', () => ({ made }));
  app.post('/echo', ({ body }) => body);
  await app.ready();
});
afterAll(() => app.close());

const ask = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });

describe('answers by condition', () => {
  it('are not sent again to a client that has them', async () => {
    const first = await ask('/');
    const etag = String(first.headers.etag);
    expect([first.statusCode, etag, first.headers['cache-control']]).toEqual([
      200,
      expect.stringMatching(/^W\/"[^"]+"$/),
      'no-cache',
    ]);
    for (const tags of [etag, `"other", ${etag}`, '*', etag.slice(2)]) {
      const again = await ask('/', { 'if-none-match': tags });
      expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag]);
    }
    expect((await ask('/', { 'if-none-match': '"other"' })).statusCode).toBe(200);
    expect((await ask('/', { 'if-none-match': etag, 'cache-control': 'no-cache' })).statusCode).toBe(200);
    made = 'b';
    expect((await ask('/', { 'if-none-match': etag })).json()).toEqual({ made: 'b' });
  });

  it('are those that may be kept, and no others', async () => {
    expect((await ask('/mine', { 'if-none-match': '*' })).headers).not.toHaveProperty('etag');
    const lost = await ask('/lost', { 'if-none-match': '*' });
    expect([lost.statusCode, lost.headers.etag]).toEqual([404, undefined]);
    const posted = await app.inject({ method: 'POST', url: '/', headers: { 'if-none-match': '*' } });
    expect([posted.statusCode, posted.headers.etag]).toEqual([200, undefined]);
  });
});

describe('compression', () => {
  it.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ])('by %s gives the same answer, under the same name', async (encoding, decompress) => {
    const plain = await ask('/large');
    const compressed = await ask('/large', { 'accept-encoding': encoding });
    expect(compressed.headers['content-encoding']).toBe(encoding);
    expect(compressed.rawPayload.length).toBeLessThan(200);
    expect(decompress(compressed.rawPayload).toString()).toBe(plain.body);
    expect([compressed.headers.etag, compressed.headers['vary']]).toEqual([plain.headers.etag, 'accept-encoding']);
    const again = await ask('/large', { 'accept-encoding': encoding, 'if-none-match': String(plain.headers.etag) });
    expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0]);
  });

  it('leaves small answers, and those of clients that do not ask, as they are', async () => {
    expect((await ask('/', { 'accept-encoding': 'br' })).headers).not.toHaveProperty('content-encoding');
    expect((await ask('/large')).headers).not.toHaveProperty('content-encoding');
    expect((await ask('/large', { 'accept-encoding': 'identity' })).headers).not.toHaveProperty('content-encoding');
  });

  it('decompresses no request bodies', async () => {
    const answer = await app.inject({
      method: 'POST',
      url: '/echo',
      headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
      payload: '{"a":1}',
    });
    // Read as it is.
    expect(answer.json()).toEqual({ a: 1 });
  });
});
