import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { withTimeout } from '@weir/infra';
import { eventually } from '@weir/testing';
import { createIndexerClient } from '../../src/indexer/indexer-client.js';
import { refusal } from '../support/client.js';
import { startFixture, type Fixture } from '../support/fixture.js';
import { createActivePayment } from '../support/payment-scenario.js';
import { createActiveStream } from '../support/stream-scenario.js';

/** What a server in the indexer's place does with a question; undefined leaves it without an answer. */
let reply: (
  path: string,
) =>
  | { readonly status: number; readonly text: string; readonly headers?: Readonly<Record<string, string>> }
  | undefined;
let asked: string[];
let encodings: Set<string | undefined>;
const server = createServer((request, response) => {
  asked.push(request.url ?? '');
  encodings.add(request.headers['accept-encoding']?.toString());
  const answer = reply(request.url ?? '');
  if (answer !== undefined)
    response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers }).end(answer.text);
});
let fixture: Fixture;
let stream: Awaited<ReturnType<typeof createActiveStream>>;
let payment: Awaited<ReturnType<typeof createActivePayment>>;

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  fixture = await startFixture();
  stream = await createActiveStream(fixture);
  payment = await createActivePayment(fixture);
});
beforeEach(() => {
  asked = [];
  encodings = new Set();
});
afterAll(async () => {
  await fixture.stop();
  server.closeAllConnections();
  server.close();
});

/** Another app, so that each test begins with a closed breaker. */
const connected = () => fixture.replica({ INDEXER_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });

/** How many errors its metrics count. */
const errorsOf = async (client: Awaited<ReturnType<typeof connected>>): Promise<number> => {
  const { body } = await client.raw('GET', '/metrics');
  return [...body.matchAll(/^http_errors_total\{.*\} (\d+)$/gmu)].reduce((sum, [, count]) => sum + Number(count), 0);
};

describe('an API that is connected to an indexer', () => {
  it('passes questions on, and what the indexer says of them', async () => {
    const client = await connected();
    const volume = { success: true, days: [] };
    reply = (path) =>
      path.startsWith('/indexer/volume')
        ? { status: 200, text: JSON.stringify(volume) }
        : { status: 404, text: '{"message":"No stream is known at this address"}' };
    await eventually(async () =>
      expect(await client.get('/api/indexer/volume?from=1')).toMatchObject({ status: 200, body: volume }),
    );
    expect(new Set(asked)).toEqual(new Set(['/indexer/volume?from=1']));
    await eventually(async () =>
      expect(await client.get('/api/indexer/streams/bchtest:r0')).toMatchObject(
        refusal(404, 'NOT_FOUND', { message: 'No stream is known at this address' }),
      ),
    );
  });

  it.each([
    [405, 'METHOD_NOT_ALLOWED', '/indexer/states takes POST, not GET', { allow: 'POST' }],
    [400, 'INVALID_CURSOR', 'The cursor is not valid', {}],
    [400, 'INVALID_TIME', 'to must not be before from', {}],
    [404, 'ROUTE_NOT_FOUND', 'There is no route GET /indexer/states', {}],
    [414, 'URI_TOO_LONG', 'A part of the path is longer than 500 characters', {}],
    [429, 'RATE_LIMITED', 'Limit of 1000 requests reached', { 'retry-after': '17' }],
    // A figure that the indexer still counts: anybody can ask for one.
    [503, 'INDEXER_UNAVAILABLE', 'The token is being counted', { 'retry-after': '3' }],
  ])('passes %s %s on, and neither counts it as an error nor stops asking', async (status, code, message, headers) => {
    const client = await connected();
    reply = () => ({ status, text: JSON.stringify({ success: false, code, message }), headers });
    for (let count = 0; count < 5; count += 1) {
      const answer = await client.get('/api/indexer/states');
      expect(answer).toMatchObject(refusal(status, code, { message }));
      expect(answer.headers).toMatchObject(headers);
    }
    expect(asked).toHaveLength(5);
    expect(await errorsOf(client)).toBe(0);
  });

  it('counts an answer of 500 as an error of its own', async () => {
    const client = await connected();
    reply = () => ({ status: 500, text: '{"code":"INTERNAL"}' });
    expect(await client.get('/api/indexer/status')).toMatchObject(refusal(503, 'INDEXER_UNAVAILABLE'));
    expect(await errorsOf(client)).toBe(1);
  });

  it('asks for answers without compression', async () => {
    const client = await connected();
    reply = () => ({ status: 200, text: '{"success":true,"days":[]}' });
    await client.get('/api/indexer/volume');
    await client.get(stream.path);
    expect(encodings).toEqual(new Set(['identity']));
  });

  it('gives up on time where the indexer stalls near the end of compressed answers', async () => {
    const body = gzipSync(
      JSON.stringify({ success: true, days: Array.from({ length: 5_000 }, (_, day) => ({ day })) }),
    );
    const late: NodeJS.Timeout[] = [];
    const stalling = createServer((_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip', 'content-length': body.length });
      response.write(body.subarray(0, -9));
      // The rest comes just when the time is over.
      late.push(setTimeout(() => response.end(body.subarray(-9)), 95 + (late.length % 10)));
    }).listen(0, '127.0.0.1');
    await once(stalling, 'listening');
    const indexer = createIndexerClient({
      baseUrl: `http://127.0.0.1:${(stalling.address() as AddressInfo).port}`,
      timeoutMs: 100,
      pauseMs: 0,
    });
    const answers = await withTimeout(
      20_000,
      Promise.allSettled(Array.from({ length: 300 }, () => indexer.get('volume'))),
    );
    expect(answers).toHaveLength(300);
    for (const timer of late) clearTimeout(timer);
    stalling.closeAllConnections();
    stalling.close();
  });

  it.each([
    '%2e%2e/metrics',
    'streams/%2e%2e%2f%2e%2e%2fmetrics',
    'http:%2f%2fevil.example',
    'streams/a?b/../../metrics#/',
  ])('asks nothing but the indexer: %s', async (path) => {
    const client = await connected();
    reply = () => ({ status: 200, text: '{"secret":true}' });
    await client.raw('GET', `/api/indexer/${path}`);
    expect(asked.filter((url) => !url.startsWith('/indexer/streams/a?'))).toEqual([]);
  });

  it('answers without one that is slow, and stops asking it for a while', async () => {
    reply = () => undefined;
    // Once more where the while is over before the last question.
    await eventually(async () => {
      asked = [];
      const client = await connected();
      for (let i = 0; i < 5; i += 1) {
        const { status, body } = await client.get(stream.path);
        expect([status, (body as { stream: { onchain: unknown } }).stream.onchain]).toEqual([200, null]);
      }
      expect(await client.get('/api/indexer/status')).toMatchObject(
        refusal(503, 'INDEXER_UNAVAILABLE', { retryable: true }),
      );
      // What strangers ask does not count with what the API asks by itself.
      expect(asked).toHaveLength(4);
    });
  });

  it.each([
    ['with errors', { status: 500, text: '{}' }],
    ['with what is no answer', { status: 200, text: '{"states":1}' }],
    ['with no JSON', { status: 200, text: 'hello' }],
  ])('answers without one that answers %s', async (_, answer) => {
    const client = await connected();
    reply = () => answer;
    expect(await client.get(stream.path)).toMatchObject({ status: 200, body: { stream: { onchain: null } } });
  });
});

describe('what an indexer sees', () => {
  let client: Awaited<ReturnType<typeof connected>>;
  beforeAll(async () => {
    client = await connected();
  });

  /** The funding's change is before the state. */
  const state = (address: string, funding: string, vout = 1) => ({
    contractAddress: address,
    fundedTxHash: funding,
    fundedVout: vout,
    vestedAmount: 0.5,
    vestedAmountBase: '50000000',
    releasedAmount: 0.25,
    releasedAmountBase: '25000000',
    commitment: 'ab',
    status: 'ACTIVE',
    lastTxHash: funding,
    lastHeight: 7,
  });
  const onchain = {
    vestedAmount: 0.5,
    vestedAmountBase: '50000000',
    vestedAmountDecimal: '0.5',
    releasedAmount: 0.25,
    releasedAmountBase: '25000000',
    releasedAmountDecimal: '0.25',
    commitment: 'ab',
    height: 7,
    asOf: 1_000_000_000,
  };

  it('is in streams and payments, alone and in lists, by one request each', async () => {
    const address = stream.created.stream.contract_address;
    const fundings = [
      state(address, stream.fundingTxHash),
      state(payment.created.payment.contract_address, payment.fundingTxHash),
      // A sibling of a plan: of the same transaction, at the same address.
      { ...state(address, stream.fundingTxHash, 2), vestedAmountBase: '1' },
    ];
    reply = () => ({ status: 200, text: JSON.stringify({ success: true, states: fundings, asOf: 1_000_000_000 }) });
    // Once more where a busy machine takes longer than the API waits for an indexer.
    await eventually(async () => {
      asked = [];
      expect(await client.get(stream.path)).toMatchObject({ body: { stream: { onchain } } });
      expect(await client.get('/api/streams')).toMatchObject({
        body: { streams: [{ contract_address: address, onchain }] },
      });
      expect(await client.get(payment.path)).toMatchObject({ body: { payment: { onchain } } });
      expect(await client.get('/api/payments')).toMatchObject({ body: { payments: [{ onchain }] } });
      expect(asked).toEqual(['/indexer/states', '/indexer/states', '/indexer/states', '/indexer/states']);
    });
  });

  it('is of the instance that the record names', async () => {
    reply = () => ({
      status: 200,
      text: JSON.stringify({
        success: true,
        states: [state(stream.created.stream.contract_address, 'a'.repeat(64))],
        asOf: 1,
      }),
    });
    expect(await client.get(stream.path)).toMatchObject({ body: { stream: { onchain: null } } });
  });

  it.each(['/api/streams', '/api/payments'])('is missing from %s, no more, while it hangs', async (path) => {
    reply = () => undefined;
    // Not asked before: a recent answer may be repeated for a second.
    const { status, body } = await client.get<Record<string, readonly { onchain: unknown }[]>>(`${path}?limit=9`);
    expect([status, (body['streams'] ?? body['payments'])?.map(({ onchain: seen }) => seen)]).toEqual([200, [null]]);
  });
});

describe('an API that is not', () => {
  it('says nothing of it', async () => {
    const { body } = await fixture.client.get(stream.path);
    expect((body as { stream: object }).stream).not.toHaveProperty('onchain');
    expect(await fixture.client.get('/api/indexer/status')).toMatchObject(refusal(404, 'ROUTE_NOT_FOUND'));
  });
});
