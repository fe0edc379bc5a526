import { Agent } from 'node:http';
import fc from 'fast-check';
import type { FastifyInstance } from 'fastify';
import {
  assertDocumented,
  borderRequests,
  conditionalRequestsTo,
  EVERY_CONDITION,
  faultOf,
  formsTo,
  insideOf,
  rawOf,
  requestsTo,
  routesOf,
  sendRaw,
  stopUnderWay,
  type Pool,
  type RequestDocument,
} from '@weir/openapi';
import { useFixture } from './support/fixture.js';
import { openStream } from './support/stream.js';

/** WEIR_FUZZ_RUNS asks for more (`npm run fuzz`); WEIR_SEED for others. */
const RUNS = Number(process.env['WEIR_FUZZ_RUNS'] ?? 500);

const fixture = useFixture();
let app: FastifyInstance;
let document: RequestDocument;
let pool: Pool;
beforeAll(async () => {
  app = fixture.app;
  document = JSON.parse(JSON.stringify(app.swagger())) as RequestDocument;
  const streams = [await openStream(fixture.node), await openStream(fixture.node)];
  await fixture.indexed();
  const addresses = streams.flatMap(({ sender, recipient, address }) => [
    sender.address,
    recipient.address,
    recipient.tokenAddress,
    address,
  ]);
  const fundings = streams.map(({ fundingTxid }) => fundingTxid);
  const { body } = await fixture.get('/indexer/streams?limit=1');
  pool = {
    values: [...addresses, ...fundings],
    byField: {
      contractAddress: streams.map(({ address }) => address),
      address: addresses,
      fundings: [fundings],
      cursor: [body['nextCursor'], '0.0', '999999999.999999999999999999'],
    },
  };
});

describe('any request to the indexer', () => {
  it('is made to every route', () => {
    const routes = routesOf(document).map(({ method, path }) => `${method} ${path}`);
    expect(routes).toEqual(
      expect.arrayContaining([
        'GET /indexer/streams',
        'GET /indexer/streams/{contractAddress}',
        'GET /indexer/tvl',
        'GET /indexer/volume',
        'POST /indexer/states',
        'GET /ready',
      ]),
    );
  });

  it(
    'is answered as documented, without internal errors, and shows nothing internal',
    async () => {
      const statuses = new Map<number, number>();
      const property = fc.asyncProperty(requestsTo(document, pool), async ({ route, url, body: payload }) => {
        const { statusCode: status, ...response } = await app.inject({
          method: route.method as 'GET',
          url,
          ...(payload !== undefined && { payload: payload as object }),
        });
        const body: unknown = response.json();
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        if (status >= 500) throw new Error(`${status}: ${JSON.stringify(body)}`);
        assertDocumented(app, { method: route.method, url, status, body });
        const leak = insideOf(body);
        if (leak !== undefined) throw new Error(`The answer shows ${leak}: ${JSON.stringify(body)}`);
      });
      await fc.assert(property, { numRuns: RUNS });
      // Requests get deep, not only as far as the first check.
      for (const status of [200, 400, 404])
        expect([status, (statuses.get(status) ?? 0) > RUNS / 50]).toEqual([status, true]);
    },
    60_000 + RUNS * 100,
  );

  it('is never a fault of ours, with numbers at the borders of integers', async () => {
    const [funding = ''] = pool.byField['fundings']?.flat() as string[];
    const outpoints = { ...pool, byField: { ...pool.byField, outpoints: [[`${funding}:0`, `${funding}:1`]] } };
    const requests = borderRequests(document, outpoints);
    expect(requests.length).toBeGreaterThan(100);
    const faults: string[] = [];
    for (const { route, url, body: payload } of requests) {
      const { statusCode, body } = await app.inject({
        method: route.method as 'GET',
        url,
        ...(payload !== undefined && { payload: payload as object }),
      });
      if (statusCode >= 500) faults.push(`${statusCode} ${url} ${JSON.stringify(payload)}: ${body}`);
    }
    expect(faults).toEqual([]);
  });

  it('is answered in the form of errors, be it a form, a path out of a folder, or a condition', async () => {
    const replica = await fixture.replica({});
    const origin = await replica.listen({ host: '127.0.0.1', port: 0 });
    const read = ['/health', '/ready', '/metrics', '/indexer/streams', '/indexer/tvl', '/nowhere'];
    const requests = fc.oneof(formsTo(['/indexer/states', '/indexer/streams']), conditionalRequestsTo(read));
    const agent = new Agent({ keepAlive: true });
    const statuses = new Set<number>();
    const property = fc.asyncProperty(requests, async (asked) => {
      const answer = await sendRaw(origin, asked, agent);
      statuses.add(answer.status);
      const fault = faultOf(asked, answer);
      if (fault !== undefined) throw new Error(fault);
    });
    await fc.assert(property, { numRuns: RUNS, examples: EVERY_CONDITION.map((asked) => [asked]) });
    agent.destroy();
    expect([...statuses]).toEqual(expect.arrayContaining([200, 206, 304, 404, 412, 415, 416]));
  });

  it('is answered in the form of errors while the indexer stops', async () => {
    const requests = fc.oneof(
      requestsTo(document, pool).map((generated) => rawOf(generated)),
      formsTo(['/indexer/states']),
      conditionalRequestsTo(['/ready', '/indexer/streams']),
    );
    for (let round = 0; round < 4; round++) {
      const replica = await fixture.replica({});
      const origin = await replica.listen({ host: '127.0.0.1', port: 0 });
      const { answered, unheard } = await stopUnderWay({ origin, close: () => replica.close() }, requests, 60);
      expect(answered).toBeGreaterThanOrEqual(15);
      expect(answered + unheard).toBe(60);
    }
  });
});
