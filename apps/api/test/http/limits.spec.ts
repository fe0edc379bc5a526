import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import type { ReadyResponse } from '@weir/api-contract';
import { createWallet } from '@weir/wallet';
import { buildApp } from '../../src/app.js';
import type { Refusal } from '../support/client.js';
import { testHttpConfig, unreachableDependencies } from '../support/unreachable.js';

const ID = '0198d3a5-6f0c-7cc1-b8a4-0f0b3a1de6c2';
const CALLER = createWallet({ privateKey: 'caller' }).address;
const MB = 2 ** 20;

const READY: ReadyResponse = {
  success: true,
  status: 'ready',
  checks: {
    database: { ok: true },
    electrum: { ok: true, height: 7, tipAgeSeconds: 1 },
    finality: { ok: true, finalHeight: 0 },
    watcher: { ok: true, mode: 'off', isLeader: false, lastRoundAt: null },
    campaignWatcher: { ok: true, mode: 'off', isLeader: false, lastRoundAt: null },
    vaultWatcher: { ok: true, mode: 'off', isLeader: false, lastRoundAt: null },
  },
};

const apps: FastifyInstance[] = [];
const build = async (max: number): Promise<FastifyInstance> => {
  const { dependencies } = unreachableDependencies();
  const app = await buildApp(
    { ...dependencies, readiness: () => Promise.resolve(READY) },
    { ...testHttpConfig, rateLimit: { max, windowMs: 3_600_000, store: 'memory' } },
  );
  apps.push(app);
  return app;
};
afterAll(() => Promise.all(apps.map((app) => app.close())));

const pathOf = (url: string): string => url.replace(/:\w+|\*/g, ID);
const groupOf = (url: string): string => url.split('/').slice(0, 3).join('/');

/** What operators' probes ask, which must be answered when clients are not. */
const PROBES = ['/health', '/ready', '/metrics'];

describe('the rate limit', () => {
  it('bounds every route of every group, with RateLimit headers and Retry-After', async () => {
    const app = await build(1);
    const limited = app.routeTable.filter(({ url }) => !PROBES.includes(url));
    const groups = new Set(limited.map(({ url }) => groupOf(url)));
    for (const group of ['auth', 'streams', 'payments', 'vaults', 'proposals', 'airdrops', 'transactions', 'indexer'])
      expect(groups).toContain(`/api/${group}`);
    for (const [index, { method, url }] of limited.entries()) {
      // Each from an address of its own.
      const ask = (): Promise<LightMyRequestResponse> =>
        app.inject({
          method: method === 'POST' ? 'POST' : 'GET',
          url: pathOf(url),
          remoteAddress: `10.0.${Math.floor(index / 250)}.${index % 250}`,
        });
      const first = await ask();
      expect([url, first.statusCode === 429]).toEqual([url, false]);
      expect(first.headers).toMatchObject({
        'ratelimit-limit': '1',
        'ratelimit-remaining': '0',
        'ratelimit-reset': '3600',
      });
      const second = await ask();
      expect([url, second.statusCode]).toEqual([url, 429]);
      expect(second.headers).toMatchObject({ 'ratelimit-limit': '1', 'ratelimit-remaining': '0' });
      expect(Number(second.headers['retry-after'])).toBeGreaterThan(0);
      expect(second.json<Refusal>()).toMatchObject({
        success: false,
        code: 'RATE_LIMITED',
        retryable: true,
        details: { retryAfterSeconds: Number(second.headers['retry-after']) },
      });
    }
  });

  it('bounds what has no route, and one count holds for all of them', async () => {
    const app = await build(3);
    const statuses: number[] = [];
    const requests = [
      { url: '/nowhere' },
      { method: 'DELETE', url: '/api/streams/create' },
      { url: '/docs/json' },
      { url: '/nowhere' },
    ] as const;
    for (const request of requests) statuses.push((await app.inject(request)).statusCode);
    expect(statuses).toEqual([404, 405, 200, 429]);
  });

  it('leaves probes alone', async () => {
    const app = await build(1);
    for (let tries = 0; tries < 5; tries += 1) {
      for (const url of PROBES) {
        const { statusCode, headers } = await app.inject(url);
        expect([url, statusCode === 429]).toEqual([url, false]);
        expect(headers).not.toHaveProperty('ratelimit-limit');
      }
    }
  });
});

describe('a body of 10 MB', () => {
  it('is refused by every route that takes one', async () => {
    const app = await build(0);
    const payload = JSON.stringify({ padding: 'x'.repeat(10 * MB) });
    const posts = app.routeTable.filter(({ method }) => method === 'POST');
    expect(posts.length).toBeGreaterThan(40);
    for (const { url, caller } of posts) {
      const { statusCode } = await app.inject({
        method: 'POST',
        url: pathOf(url),
        payload,
        headers: { 'content-type': 'application/json', 'x-user-address': CALLER },
      });
      // Lists of recipients may be as large: these are asked for their creator first, whom this app does not know.
      const refusal = url.endsWith('/generate-merkle') ? 500 : 413;
      // Who must prove who they are is asked before anything is read.
      expect([url, statusCode]).toEqual([url, caller === 'authenticated' ? 401 : refusal]);
    }
  });
});
