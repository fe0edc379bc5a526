import { Agent } from 'node:http';
import fc from 'fast-check';
import {
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
import { createAirdrop } from '../support/airdrop-scenario.js';
import type { Client, Refusal } from '../support/client.js';
import { createActiveCurrency, useCurrencyFixture } from '../support/currency-scenario.js';
import { createActiveLock } from '../support/lock-scenario.js';
import { CALENDAR } from '../support/paydays.js';
import { createActivePayment, createDuePayment, DAY } from '../support/payment-scenario.js';
import { createActiveStream, createCancelledStream, createStream } from '../support/stream-scenario.js';
import { createActiveVault, propose } from '../support/vault-scenario.js';

/** WEIR_FUZZ_RUNS asks for more (`npm run fuzz`); WEIR_SEED for others. */
const RUNS = Number(process.env['WEIR_FUZZ_RUNS'] ?? 300);

const fixture = useCurrencyFixture();
let document: RequestDocument;
let pool: Pool;
/** Who asks: nobody, somebody, somebody proven, and those who only pretend; of either kind of server. */
let clients: readonly Client[];
beforeAll(async () => {
  document = (await fixture.client.get<RequestDocument>('/docs/json')).body;
  const active = await createActiveStream(fixture);
  const cancelled = await createCancelledStream(fixture);
  const pending = await createStream(fixture);
  const payment = await createDuePayment(fixture, 2);
  const startDate = fixture.time() + DAY;
  const salary = await createActivePayment(fixture, { interval: undefined, calendar: CALENDAR, startDate });
  const lock = await createActiveLock(fixture);
  const currency = await createActiveCurrency(fixture);
  const records = [active, pending, cancelled, lock, payment, salary, currency];
  const vault = await createActiveVault(fixture);
  const proposal = await propose(fixture, vault);
  const wallets = [...records.flatMap(({ sender, recipient }) => [sender, recipient]), vault.creator, vault.signers[0]];
  const addresses = wallets.flatMap(({ address, tokenAddress }) => [address, tokenAddress]);
  const ids = [...records.map(({ id }) => id), vault.id, proposal.id, '0198d3a5-6f0c-7cc1-b8a4-0f0b3a1de6c2'];
  const hashes = [
    active.fundingTxHash,
    cancelled.cancelTxHash,
    vault.depositTxHash,
    currency.fundingTxHash,
    'a'.repeat(64),
  ];
  pool = {
    values: [...addresses, ...ids, ...hashes],
    byField: {
      id: ids,
      txHash: hashes,
      txid: hashes,
      sender: addresses,
      recipient: addresses,
      recipientAddress: addresses,
      address: addresses,
      totalAmount: [1, '0.5'],
      amountPerPeriod: [0.01],
      claimedAmount: [1, 0.1],
    },
  };
  const signed = await fixture.replica({ AUTH_MODE: 'signed' });
  const [first = active.sender, second = active.recipient] = wallets;
  clients = [
    ...wallets.map(({ address }) => fixture.client.as(address)),
    ...(await Promise.all([first, second].map((wallet) => signed.signedInAs(wallet)))),
    fixture.client,
    signed.bearing('nonsense'),
    signed.with({ authorization: 'Basic \u00e9', 'x-user-address': '\u00ff' }),
    fixture.client.as('x'.repeat(3_000)),
    fixture.client.with({ 'x-request-id': '{"a":1}', accept: 'text/html', 'x-forwarded-for': '::1, nonsense' }),
  ];
});

describe('any request of a client', () => {
  it('is made of every route and field of the document', () => {
    const routes = routesOf(document);
    const fields = routes.flatMap(({ path, body }) =>
      Object.keys(body?.properties ?? {}).map((name) => `${path} ${name}`),
    );
    expect(routes.length).toBeGreaterThanOrEqual(48);
    expect(fields).toEqual(
      expect.arrayContaining([
        '/api/streams/create totalAmount',
        '/api/streams/{id}/confirm-claim claimedAmount',
        '/api/payments/{id}/claim recipientAddress',
        '/api/auth/verify nonceId',
      ]),
    );
  });

  it(
    'is answered as documented, without internal errors, and shows nothing internal',
    async () => {
      const statuses = new Map<number, number>();
      const property = fc.asyncProperty(requestsTo(document, pool), fc.nat(), async ({ route, url, body }, who) => {
        const client = clients[who % clients.length] ?? fixture.client;
        const answer = await (route.method === 'GET'
          ? client.get<Refusal>(url)
          : client.post<Refusal>(url, body as object));
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
        // There is no indexer here, and the answer says so.
        if (answer.status >= 500 && answer.body.code !== 'INDEXER_UNAVAILABLE')
          throw new Error(`${answer.status} ${answer.body.code}: ${answer.body.message}`);
        const leak = insideOf(answer.body);
        if (leak !== undefined) throw new Error(`The answer shows ${leak}: ${JSON.stringify(answer.body)}`);
      });
      await fc.assert(property, { numRuns: RUNS });
      const count = (of: readonly number[]): number => of.reduce((sum, status) => sum + (statuses.get(status) ?? 0), 0);
      for (const status of [200, 400, 401, 404]) expect([status, count([status]) > RUNS / 200]).toEqual([status, true]);
      // Requests get deep, not only as far as the first check: each of these is one of a hundred, so they are counted together.
      expect(count([403, 409, 422])).toBeGreaterThan(RUNS / 400);
    },
    60_000 + RUNS * 100,
  );

  it('is never a fault of ours, with numbers at the borders of integers', async () => {
    const requests = borderRequests(document, pool);
    expect(requests.length).toBeGreaterThan(500);
    const faults: string[] = [];
    for (const [at, { route, url, body }] of requests.entries()) {
      const client = clients[at % clients.length] ?? fixture.client;
      const answer = await (route.method === 'GET'
        ? client.get<Refusal>(url)
        : client.post<Refusal>(url, body as object));
      if (answer.status >= 500) faults.push(`${answer.status} ${url} ${JSON.stringify(body)}: ${answer.body.message}`);
    }
    expect(faults).toEqual([]);
  }, 300_000);

  it('is answered in the form of errors, be it a broken form, a path out of a folder, or a condition', async () => {
    const origin = await fixture.listen();
    const { path, creator } = await createAirdrop(fixture, {
      requireKyc: true,
      amountPerClaim: null,
      totalAmount: 100,
    });
    const forms = formsTo([`${path}/generate-merkle`, `${path}/generate-merkle`, '/api/streams/create', path], {
      'x-user-address': creator.address,
    });
    const read = ['/health', '/ready', '/metrics', '/api/streams', '/api/explorer/activity', path, '/nowhere'];
    const agent = new Agent({ keepAlive: true });
    const statuses = new Set<number>();
    const property = fc.asyncProperty(fc.oneof(forms, conditionalRequestsTo(read)), async (asked) => {
      const answer = await sendRaw(origin, asked, agent);
      statuses.add(answer.status);
      const fault = faultOf(asked, answer);
      if (fault !== undefined) throw new Error(fault);
    });
    await fc.assert(property, { numRuns: Math.max(RUNS / 4, 250), examples: EVERY_CONDITION.map((asked) => [asked]) });
    agent.destroy();
    expect([...statuses]).toEqual(expect.arrayContaining([200, 206, 304, 400, 404, 412, 415, 416]));
  });

  it('is answered in the form of errors while the app stops', async () => {
    const { path, creator } = await createAirdrop(fixture, {
      requireKyc: true,
      amountPerClaim: null,
      totalAmount: 100,
    });
    const headers = { 'x-user-address': creator.address };
    const requests = fc.oneof(
      requestsTo(document, pool).map((generated) => rawOf(generated, headers)),
      formsTo([`${path}/generate-merkle`], headers),
      conditionalRequestsTo(['/ready', '/api/streams']),
    );
    for (let round = 0; round < 4; round++) {
      const { answered, unheard } = await stopUnderWay(await fixture.stoppable(), requests, 60);
      expect(answered).toBeGreaterThanOrEqual(15);
      expect(answered + unheard).toBe(60);
    }
  });
});
