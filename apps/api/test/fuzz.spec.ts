import fc from 'fast-check';
import { insideOf, requestsTo, routesOf, type Pool, type RequestDocument } from '@weir/openapi';
import type { Client, Refusal } from './support/client.js';
import { createDuePayment } from './support/payment-scenario.js';
import { createActiveStream, createCancelledStream, createStream } from './support/stream-scenario.js';
import { createActiveVault, propose } from './support/vault-scenario.js';
import { startWorld, type World } from './support/world.js';

/** WEIR_FUZZ_RUNS asks for more (`npm run fuzz`); WEIR_SEED for others. */
const RUNS = Number(process.env['WEIR_FUZZ_RUNS'] ?? 2_000);

let world: World;
let document: RequestDocument;
let pool: Pool;
/** Who asks: nobody, somebody, somebody proven, and those who only pretend; of either kind of server. */
let clients: readonly Client[];
beforeAll(async () => {
  world = await startWorld();
  document = (await world.client.get<RequestDocument>('/docs/json')).body;
  const active = await createActiveStream(world);
  const cancelled = await createCancelledStream(world);
  const pending = await createStream(world);
  const payment = await createDuePayment(world, 2);
  const records = [active, pending, cancelled, payment];
  const vault = await createActiveVault(world);
  const proposal = await propose(world, vault);
  const wallets = [...records.flatMap(({ sender, recipient }) => [sender, recipient]), vault.creator, vault.signers[0]];
  const addresses = wallets.flatMap(({ address, tokenAddress }) => [address, tokenAddress]);
  const ids = [...records.map(({ id }) => id), vault.id, proposal.id, '0198d3a5-6f0c-7cc1-b8a4-0f0b3a1de6c2'];
  const hashes = [active.fundingTxHash, cancelled.cancelTxHash, vault.depositTxHash, 'a'.repeat(64)];
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
  const signed = await world.replica({ AUTH_MODE: 'signed' });
  const [first = active.sender, second = active.recipient] = wallets;
  clients = [
    ...wallets.map(({ address }) => world.client.as(address)),
    ...(await Promise.all([first, second].map((wallet) => signed.signedInAs(wallet)))),
    world.client,
    signed.bearing('nonsense'),
    signed.with({ authorization: 'Basic \u00e9', 'x-user-address': '\u00ff' }),
    world.client.as('x'.repeat(3_000)),
    world.client.with({ 'x-request-id': '{"a":1}', accept: 'text/html', 'x-forwarded-for': '::1, nonsense' }),
  ];
});
afterAll(() => world.stop());

describe('whatever a client sends', () => {
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
    'is answered as documented, never with a fault of ours, and tells nothing of the inside',
    async () => {
      const statuses = new Map<number, number>();
      const property = fc.asyncProperty(requestsTo(document, pool), fc.nat(), async ({ route, url, body }, who) => {
        const client = clients[who % clients.length] ?? world.client;
        const answer = await (route.method === 'GET'
          ? client.get<Refusal>(url)
          : client.post<Refusal>(url, body as object));
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
        // There is no indexer here, and the answer says so.
        if (answer.status >= 500 && answer.body.code !== 'INDEXER_UNAVAILABLE')
          throw new Error(`${answer.status} ${answer.body.code}: ${answer.body.message}`);
        const leak = insideOf(answer.body);
        if (leak !== undefined) throw new Error(`The answer tells of ${leak}: ${JSON.stringify(answer.body)}`);
      });
      await fc.assert(property, { numRuns: RUNS });
      // Requests get deep, not only as far as the first check.
      for (const status of [200, 400, 401, 403, 404, 409])
        expect([status, (statuses.get(status) ?? 0) > RUNS / 200]).toEqual([status, true]);
    },
    60_000 + RUNS * 100,
  );
});
