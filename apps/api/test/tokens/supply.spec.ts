import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TokenSupplyResponse } from '@weir/api-contract';
import { type Client, refusal } from '../support/client.js';
import { type Fixture, startFixture } from '../support/fixture.js';
import { registryOf, type RegistryServer, startRegistryServer } from '../support/registry-server.js';
import { issueTo, lookedAt, named } from '../support/token-scenario.js';

/** What a server in the indexer's place answers with; a real one: supply-on-chain.spec.ts. */
let answer: { readonly status: number; readonly text: string };
const server = createServer((_, response) => {
  response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.text);
});
let fixture: Fixture;
let registries: RegistryServer;
let client: Client;

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const indexer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  fixture = await startFixture({ TOKENS: 'local', INDEXER_URL: indexer });
  registries = await startRegistryServer();
  client = fixture.client;
});
afterAll(async () => {
  registries.close();
  await fixture.stop();
  server.closeAllConnections();
  server.close();
});

const holding = (held: number, locked: number, revocable: number) => {
  const unclaimed = held - locked;
  const amounts = { held, locked, unclaimed, revocable };
  const exact = Object.entries(amounts).map(([name, amount]) => [`${name}Base`, amount.toString()]);
  return { ...amounts, ...(Object.fromEntries(exact) as object) };
};

const supplyOf = (category: string, { held = 600_000, locked = 450_050, revocable = 50_000, contracts = 3 } = {}) => ({
  success: true,
  category,
  ...holding(held, locked, revocable),
  contracts,
  lockedUntil: 1_800_000_000,
  byProduct: [{ product: 'PLAN_VESTING_TOKEN', contracts, ...holding(held, locked, revocable) }],
  unlocks: [{ date: '2026-01-31', amount: 50, amountBase: '50' }],
  later: 450_000,
  laterBase: '450000',
  undated: 0,
  undatedBase: '0',
  height: 7,
  blockHash: 'ab'.repeat(32),
  asOf: 1_750_000_000,
});

const show = (supply: object): void => {
  answer = { status: 200, text: JSON.stringify(supply) };
};

/** A token of a million units that the API knows by name. */
const knownToken = async (words?: { readonly name: string; readonly symbol: string; readonly decimals: number }) => {
  const holder = fixture.wallet(100_000n);
  if (words === undefined) {
    const { category } = await issueTo(fixture, holder);
    await lookedAt(client, category);
    return category;
  }
  const { category } = await issueTo(fixture, holder, (own) =>
    registries.serve(`/${words.symbol}.json`, registryOf(own, words)),
  );
  await named(client, category);
  return category;
};

const text = async (url: string) => {
  const { statusCode, headers, body } = await client.raw('GET', url);
  return { status: statusCode, type: headers['content-type'], cache: headers['cache-control'], body };
};

describe('the supply of a token', () => {
  it('is what the indexer sees locked, of what the genesis made', async () => {
    const category = await knownToken({ name: 'Supply', symbol: 'SUP', decimals: 2 });
    show(supplyOf(category));
    const { status, body } = await client.get<TokenSupplyResponse>(`/api/tokens/${category.toUpperCase()}/supply`);
    expect([status, body]).toMatchObject([
      200,
      {
        category,
        token: { symbol: 'SUP' },
        locked: 450_050,
        lockedBase: '450050',
        lockedDecimal: '4500.5',
        total: 1_000_000,
        totalBase: '1000000',
        totalDecimal: '10000',
        circulatingBase: '549950',
        byProduct: [{ product: 'PLAN_VESTING_TOKEN', revocableDecimal: '500' }],
        unlocks: [{ date: '2026-01-31', amountDecimal: '0.5' }],
      },
    ]);
    // Also where it is kept for a moment.
    expect((await client.get(`/api/tokens/${category}/supply`)).body).toEqual(body);
  });

  it('comes as bare numbers of whole tokens, for listing sites', async () => {
    const category = await knownToken({ name: 'Listing', symbol: 'LST', decimals: 2 });
    show(supplyOf(category));
    const figures = await Promise.all(
      ['circulating', 'total', 'locked', 'unclaimed'].map((figure) => text(`/api/tokens/${category}/supply/${figure}`)),
    );
    expect(figures.map(({ body }) => body)).toEqual(['5499.5', '10000', '4500.5', '1499.5']);
    expect(figures[0]).toMatchObject({
      status: 200,
      type: 'text/plain; charset=utf-8',
      cache: 'public, max-age=60',
    });
  });

  it('counts base units where no registry says otherwise, and gives no number before that is known', async () => {
    const category = await knownToken();
    show(supplyOf(category));
    expect(await text(`/api/tokens/${category}/supply/locked`)).toMatchObject({ status: 200, body: '450050' });
    const unknown = await issueTo(fixture, fixture.wallet(100_000n));
    show(supplyOf(unknown.category));
    expect(await client.get(`/api/tokens/${unknown.category}/supply/locked`)).toMatchObject(
      refusal(503, 'INDEXER_UNAVAILABLE', { retryable: true }),
    );
  });

  it('is zero for a token that the chain does not have', async () => {
    const category = 'cd'.repeat(32);
    show(supplyOf(category, { held: 0, locked: 0, revocable: 0, contracts: 0 }));
    await lookedAt(client, category);
    expect(await client.get(`/api/tokens/${category}/supply`)).toMatchObject(refusal(404, 'NOT_FOUND'));
  });

  it.each([
    ['with errors', { status: 503, text: '{"message":"counting"}' }],
    ['with something else', { status: 200, text: '{"locked":1}' }],
    ['with no JSON', { status: 200, text: '<html>' }],
  ])('is unavailable while the indexer answers %s', async (_, broken) => {
    const other = await fixture.replica({
      INDEXER_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    });
    answer = broken;
    for (const end of ['supply', 'supply/total', 'badge.svg'])
      expect(await other.get(`/api/tokens/${'ab'.repeat(32)}/${end}`)).toMatchObject(
        refusal(503, 'INDEXER_UNAVAILABLE', { retryable: true }),
      );
  });

  it('is unavailable without an indexer', async () => {
    const other = await fixture.replica({ INDEXER_URL: '' });
    expect(await other.get(`/api/tokens/${'ab'.repeat(32)}/supply`)).toMatchObject(refusal(503, 'INDEXER_UNAVAILABLE'));
  });
});

describe('the badge of a token', () => {
  it('shows what nobody can take back, as a picture for other pages that loads and runs nothing', async () => {
    const category = await knownToken({ name: 'Badge', symbol: 'BDG', decimals: 2 });
    show(supplyOf(category));
    const { statusCode, headers, body } = await client.raw('GET', `/api/tokens/${category}/badge.svg`);
    expect([statusCode, headers]).toMatchObject([
      200,
      {
        'content-type': 'image/svg+xml',
        'cross-origin-resource-policy': 'cross-origin',
        'content-security-policy': expect.stringContaining("default-src 'none'") as string,
        'x-content-type-options': 'nosniff',
      },
    ]);
    expect(body).toContain('<title>4000.5 BDG locked · 40%</title>');
    expect(body).toContain('>4,000.5 BDG · 40%</text>');
    expect(body).not.toMatch(/script|href|url\(|on\w+=/u);
  });
});
