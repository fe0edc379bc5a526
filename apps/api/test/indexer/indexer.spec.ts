import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eventually } from '@weir/testing';
import { refusal } from '../support/client.js';
import { startFixture, type Fixture } from '../support/fixture.js';
import { createActivePayment } from '../support/payment-scenario.js';
import { createActiveStream } from '../support/stream-scenario.js';

/** What a server in the indexer's place does with a question; undefined leaves it without an answer. */
let reply: (path: string) => { readonly status: number; readonly text: string } | undefined;
let asked: string[];
const server = createServer((request, response) => {
  asked.push(request.url ?? '');
  const answer = reply(request.url ?? '');
  if (answer !== undefined) response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.text);
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
});
afterAll(async () => {
  await fixture.stop();
  server.closeAllConnections();
  server.close();
});

/** Another app, so that each test begins with a closed breaker. */
const connected = () => fixture.replica({ INDEXER_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });

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
      expect(asked).toHaveLength(3);
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

  /** The funding's change stands before the state. */
  const state = (address: string, funding: string, vout = 1) => ({
    ...{
      contractAddress: address,
      fundedTxHash: funding,
      fundedVout: vout,
      vestedAmount: 0.5,
      vestedAmountBase: '50000000',
      releasedAmount: 0.25,
      releasedAmountBase: '25000000',
    },
    ...{ commitment: 'ab', status: 'ACTIVE', lastTxHash: funding, lastHeight: 7 },
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

  it('stands in streams and payments, alone and in lists, by one question each', async () => {
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
    // Not asked before: what was seen a moment ago may be told again for a second.
    const { status, body } = await client.get<Record<string, readonly { onchain: unknown }[]>>(`${path}?limit=9`);
    expect([status, (body['streams'] ?? body['payments'])?.map(({ onchain: seen }) => seen)]).toEqual([200, [null]]);
  });
});

describe('an API that is not', () => {
  it('says nothing of it', async () => {
    const { body } = await fixture.client.get(stream.path);
    expect((body as { stream: object }).stream).not.toHaveProperty('onchain');
    expect(await fixture.client.get('/api/indexer/status')).toMatchObject(refusal(503, 'INDEXER_UNAVAILABLE'));
  });
});
