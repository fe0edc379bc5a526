import { killServices } from '@weir/simulation';
import { eventually } from '@weir/testing';
import { startApiProcess } from '../support/api-process.js';
import { startFixture, type Fixture } from '../support/fixture.js';
import { startTraceReceiver, type ReceivedSpan, type TraceReceiver } from '../support/trace-receiver.js';

let fixture: Fixture;
let receiver: TraceReceiver;

beforeAll(async () => {
  [fixture, receiver] = await Promise.all([startFixture(), startTraceReceiver()]);
});
afterAll(async () => {
  killServices();
  await Promise.all([fixture.stop(), receiver.close()]);
});

const named = (name: string | RegExp): readonly ReceivedSpan[] =>
  receiver.spans.filter((span) => (typeof name === 'string' ? span.name === name : name.test(span.name)));

describe('traces of an API with a tracing endpoint', () => {
  const description = 'a word of the body that nobody else has';
  let sender: string;
  let recipient: string;

  beforeAll(async () => {
    [sender, recipient] = [fixture.wallet().address, fixture.wallet().address];
    const api = await startApiProcess(fixture, { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, WATCHER: 'protect' });
    const body = JSON.stringify({ recipient, totalAmount: 0.5, streamType: 'LINEAR', description });
    const headers = { 'content-type': 'application/json', 'x-user-address': sender };
    const created = await fetch(`${api.url}/api/streams/create`, { method: 'POST', headers, body });
    expect(created.status).toBe(200);
    const { stream } = (await created.json()) as { stream: { id: string } };
    expect((await fetch(`${api.url}/api/streams/${stream.id}/funding-info`)).status).toBe(409);
    expect((await fetch(`${api.url}/api/vaults/${'0'.repeat(64)}?secret=1`)).status).toBeGreaterThanOrEqual(400);
    await fetch(`${api.url}/health`);
    await eventually(async () =>
      expect(await (await fetch(`${api.url}/ready`)).text()).not.toContain('"lastRoundAt":null'),
    );
    expect(await api.stop()).toBe(0);
  });

  it('show each request by its route, with the database below it', () => {
    const [request, ...others] = named('POST /api/streams/create');
    expect(others).toEqual([]);
    expect(request?.kind).toBe(2);
    expect(request?.attributes).toEqual(
      expect.arrayContaining([
        { key: 'http.route', value: { stringValue: '/api/streams/create' } },
        { key: 'http.response.status_code', value: { intValue: 200 } },
      ]),
    );
    const below = receiver.spans.filter(({ traceId }) => traceId === request?.traceId);
    const [insert] = below.filter(({ name }) => name === 'INSERT streams');
    expect(insert).toMatchObject({ kind: 3, parentSpanId: request?.spanId });
  });

  it('show what the chain is asked, below the request that asks it', () => {
    const [request] = named('GET /api/streams/:id/funding-info');
    const asked = named(/^blockchain\./).filter(({ traceId }) => traceId === request?.traceId);
    expect(asked.length).toBeGreaterThan(0);
    expect(asked[0]?.attributes).toEqual(
      expect.arrayContaining([{ key: 'rpc.system', value: { stringValue: 'electrum' } }]),
    );
  });

  it('show rounds of the watchers, each a trace of its own', () => {
    for (const name of ['stream watcher round', 'campaign watcher round', 'vault watcher round']) {
      const [round] = named(name);
      expect(round).toBeDefined();
      expect(round?.parentSpanId).toBeUndefined();
      expect(receiver.spans.some(({ parentSpanId }) => parentSpanId === round?.spanId)).toBe(true);
    }
  });

  it('say nothing of probes, addresses, bodies, queries, values or secrets', () => {
    expect(named(/\/(?:health|ready|metrics)/)).toEqual([]);
    const { password, username } = new URL(fixture.config.databaseUrl);
    const [, plain = ''] = sender.split(':');
    const [, other = ''] = recipient.split(':');
    for (const secret of [plain, other, description, 'secret=1', '0'.repeat(64), password, `${username}:`])
      expect([secret, secret !== '' && receiver.raw().includes(secret)]).toEqual([secret, false]);
    expect(receiver.raw()).toContain('weir-api');
  });
});
