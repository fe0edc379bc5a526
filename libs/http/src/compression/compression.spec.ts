import { createReadStream } from 'node:fs';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fastify, { type FastifyInstance } from 'fastify';
import { eventually } from '@weir/testing';
import { compressionPlugin } from './compression.plugin.js';
import { type Compressor, createCompressor } from './compressor.js';

const TEXT = 'All work and no play makes Jack a dull boy. '.repeat(5_000);
const SHARED = Buffer.from(TEXT);

let directory: string;
let app: FastifyInstance;
let compressor: Compressor;
let sources: Readable[];
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'weir-files-'));
  await writeFile(join(directory, 'a.js'), TEXT);
  await writeFile(join(directory, 'b.js'), TEXT);
  sources = [];
  compressor = createCompressor({ bodies: 2, streams: 2 });
  app = fastify();
  await app.register(compressionPlugin, { compressor });
  app.get<{ Params: { name: string } }>('/files/:name', async ({ params }, reply) => {
    const path = join(directory, params.name);
    const { size, mtimeMs } = await stat(path);
    return reply
      .headers({ etag: `W/"${size}-${mtimeMs}"`, 'content-length': size })
      .type('text/javascript')
      .send(createReadStream(path));
  });
  app.get('/shared', (_request, reply) => reply.type('application/json').send(SHARED));
  app.get('/own', (_request, reply) => reply.type('application/json').send(Buffer.from(TEXT)));
  app.get('/short', (_request, reply) => reply.type('text/plain').send('short'));
  app.get('/picture', (_request, reply) => reply.type('image/png').send(Buffer.from(TEXT)));
  app.get('/part', (_request, reply) =>
    reply.code(206).headers({ 'content-range': 'bytes 0-9/10' }).type('text/plain').send(TEXT),
  );
  app.get('/events', (_request, reply) => reply.type('text/event-stream').send(Readable.from([TEXT])));
  app.get('/stream', (_request, reply) => {
    const source = new Readable({ read: () => undefined });
    sources.push(source);
    source.push(TEXT);
    return reply.type('text/csv').send(source);
  });
});
afterEach(async () => {
  await app.close();
  await rm(directory, { recursive: true });
});

const get = async (url: string, encoding = 'br') => {
  const { headers, rawPayload, statusCode } = await app.inject({ url, headers: { 'accept-encoding': encoding } });
  const name = headers['content-encoding'];
  const text = name === 'br' ? brotliDecompressSync(rawPayload) : name === 'gzip' ? gunzipSync(rawPayload) : rawPayload;
  return { statusCode, encoding: name, isWhole: text.toString() === TEXT, vary: headers['vary'] };
};
const times = <T>(count: number, work: () => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, () => work()));
const COMPRESSED = { statusCode: 200, encoding: 'br', isWhole: true, vary: 'accept-encoding' };

describe('answers that are the same for everybody', () => {
  it.each(['/files/a.js', '/shared'])(
    'compresses %s once for 300 simultaneous requests, and never again',
    async (url) => {
      expect(new Set((await times(300, () => get(url))).map((each) => JSON.stringify(each)))).toEqual(
        new Set([JSON.stringify(COMPRESSED)]),
      );
      expect(await get(url)).toEqual(COMPRESSED);
      expect([compressor.compressions(), compressor.running()]).toEqual([1, 0]);
    },
  );

  it('compresses a file once for each encoding', async () => {
    await times(5, () => get('/files/a.js', 'br'));
    expect((await times(5, () => get('/files/a.js', 'gzip'))).map(({ encoding }) => encoding)).toEqual(
      Array<string>(5).fill('gzip'),
    );
    expect(compressor.compressions()).toBe(2);
  });

  it('compresses a file again where it changed', async () => {
    await get('/files/a.js');
    await writeFile(join(directory, 'a.js'), `${TEXT}!`);
    expect(await get('/files/a.js')).toMatchObject({ encoding: 'br', isWhole: false });
    expect(compressor.compressions()).toBe(2);
  });

  it('sends a file uncompressed where all places are taken', async () => {
    compressor = createCompressor({ bodies: 0, streams: 0 });
    const other = fastify();
    await other.register(compressionPlugin, { compressor });
    other.get('/', (_request, reply) => reply.type('text/javascript').send(createReadStream(join(directory, 'a.js'))));
    const { headers, body } = await other.inject({ url: '/', headers: { 'accept-encoding': 'br' } });
    expect([headers['content-encoding'], body === TEXT]).toEqual([undefined, true]);
    await other.close();
  });

  it('fails where a file cannot be read, and gives its place up', async () => {
    const file = createReadStream(join(directory, 'absent'));
    await expect(compressor.file(file, '1', 10, 'br')).rejects.toThrow('ENOENT');
    expect(compressor.running()).toBe(0);
  });
});

describe('answers of which each is another', () => {
  it('never compresses more than the places of bodies at once, and sends the others as they are', async () => {
    let most = 0;
    const watching = setInterval(() => (most = Math.max(most, compressor.running())), 1);
    const answers = await times(300, () => get('/own'));
    clearInterval(watching);
    expect(answers.every(({ statusCode, isWhole }) => statusCode === 200 && isWhole)).toBe(true);
    expect(most).toBeLessThanOrEqual(2);
    expect(answers.filter(({ encoding }) => encoding === 'br').length).toBeGreaterThanOrEqual(2);
    expect(answers.filter(({ encoding }) => encoding === undefined).length).toBeGreaterThan(100);
    expect(compressor.running()).toBe(0);
  });

  it('compresses as many streams as there are places, and gives a place up with its connection', async () => {
    await app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = app.server.address() as AddressInfo;
    const sockets = Array.from({ length: 6 }, () => {
      const socket = connect(port, '127.0.0.1');
      return socket.on('error', () => undefined).resume();
    });
    for (const socket of sockets) socket.write('GET /stream HTTP/1.1\r\nhost: x\r\naccept-encoding: br\r\n\r\n');
    await eventually(() => expect(sources).toHaveLength(6));
    expect([compressor.running(), compressor.compressions()]).toEqual([2, 2]);
    for (const socket of sockets) socket.destroy();
    await eventually(() => expect(compressor.running()).toBe(0));
  });
});

describe('what is not compressed', () => {
  it.each([
    ['/short', 'br', undefined],
    ['/picture', 'br', undefined],
    ['/part', 'br', undefined],
    ['/events', 'br', undefined],
    ['/own', 'identity', 'accept-encoding'],
    ['/own', 'br;q=0, gzip;q=0', 'accept-encoding'],
  ])('%s for a client that accepts %s', async (url, accepted, vary) => {
    expect(await get(url, accepted)).toMatchObject({ encoding: undefined, vary });
    expect(compressor.compressions()).toBe(0);
  });

  it('the answer to a HEAD', async () => {
    const { headers } = await app.inject({ method: 'HEAD', url: '/own', headers: { 'accept-encoding': 'br' } });
    expect([headers['content-encoding'], headers['content-length']]).toEqual([undefined, String(TEXT.length)]);
    expect(compressor.compressions()).toBe(0);
  });
});
