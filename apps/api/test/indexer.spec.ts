import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createWallet } from '@weir/wallet';
import { startWorld } from './support/world.js';
import type { World } from './support/world.js';

/** What a server in the indexer's place does with a question; undefined leaves it without an answer. */
let reply: (path: string) => { readonly status: number; readonly text: string } | undefined;
let asked: string[];
const server = createServer((request, response) => {
  asked.push(request.url ?? '');
  const answer = reply(request.url ?? '');
  if (answer !== undefined) response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.text);
});
let world: World;
let id: string;

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  world = await startWorld();
  const sender = world.wallet(200_000_000n);
  const body = { recipient: createWallet({ privateKey: 'recipient' }).address, totalAmount: 1, streamType: 'LINEAR' };
  id = ((await world.client.as(sender.address).post('/api/streams/create', body)).body as { stream: { id: string } }).stream.id;
});
beforeEach(() => {
  asked = [];
});
afterAll(async () => {
  await world.stop();
  server.closeAllConnections();
  server.close();
});

/** Another app, so that each test begins with a closed breaker. */
const connected = () => world.replica({ INDEXER_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });

describe('an API that is connected to an indexer', () => {
  it('passes questions on, and what the indexer says of them', async () => {
    const client = await connected();
    reply = (path) => (path.startsWith('/indexer/tvl') ? { status: 200, text: '{"success":true,"snapshots":[]}' } : { status: 404, text: '{"message":"No stream is known at this address"}' });
    expect(await client.get('/api/indexer/tvl?from=1')).toMatchObject({ status: 200, body: { success: true, snapshots: [] } });
    expect(asked).toEqual(['/indexer/tvl?from=1']);
    expect(await client.get('/api/indexer/streams/bchtest:r0')).toMatchObject({ status: 404, body: { code: 'NOT_FOUND', message: 'No stream is known at this address' } });
  });

  it.each(['%2e%2e/metrics', 'streams/%2e%2e%2f%2e%2e%2fmetrics', 'http:%2f%2fevil.example', 'streams/a?b/../../metrics#/'])('asks nothing but the indexer: %s', async (path) => {
    const client = await connected();
    reply = () => ({ status: 200, text: '{"secret":true}' });
    await client.get(`/api/indexer/${path}`);
    expect(asked.filter((url) => !url.startsWith('/indexer/streams/a?'))).toEqual([]);
  });

  it('answers without one that is slow, and stops asking it for a while', async () => {
    const client = await connected();
    reply = () => undefined;
    const began = performance.now();
    for (let i = 0; i < 5; i += 1) {
      const { status, body } = await client.get(`/api/streams/${id}`);
      expect([status, (body as { stream: { onchain: unknown } }).stream.onchain]).toEqual([200, null]);
    }
    expect(asked).toHaveLength(3);
    expect(performance.now() - began).toBeLessThan(6_000);
    expect(await client.get('/api/indexer/status')).toMatchObject({ status: 503, body: { code: 'INDEXER_UNAVAILABLE', retryable: true } });
  });

  it.each([
    ['with errors', { status: 500, text: '{}' }],
    ['with what is no answer', { status: 200, text: '{"stream":1}' }],
    ['with no JSON', { status: 200, text: 'hello' }],
  ])('answers without one that answers %s', async (_, answer) => {
    const client = await connected();
    reply = () => answer;
    expect(await client.get(`/api/streams/${id}`)).toMatchObject({ status: 200, body: { stream: { onchain: null } } });
  });
});

describe('an API that is not', () => {
  it('says nothing of it', async () => {
    const { body } = await world.client.get(`/api/streams/${id}`);
    expect((body as { stream: object }).stream).not.toHaveProperty('onchain');
    expect(await world.client.get('/api/indexer/status')).toMatchObject({ status: 503, body: { code: 'INDEXER_UNAVAILABLE' } });
  });
});
