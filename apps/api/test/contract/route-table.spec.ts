import type { FastifyInstance } from 'fastify';
import { ERRORS } from '@weir/api-contract';
import { createWallet } from '@weir/wallet';
import { buildApp } from '../../src/app.js';
import type { RouteEntry } from '../../src/plugins/access/access.plugin.js';
import { DECIDED, LARGER_BODIES } from '../support/route-table.js';
import { testHttpConfig, unreachableDependencies } from '../support/unreachable.js';

const CALLER = createWallet({ privateKey: 'caller' }).address;
const EITHER = [{ caller: [] }, { bearer: [] }];
const IF_ANY = [{}, ...EITHER];
const SECURITY = {
  none: [],
  required: EITHER,
  'in-body': IF_ANY,
  authenticated: [{ bearer: [] }],
  'optionally-authenticated': IF_ANY,
  optional: IF_ANY,
  'if-named': IF_ANY,
  lenient: IF_ANY,
};

interface Operation {
  readonly security?: readonly object[];
  readonly responses: Readonly<Record<string, object>>;
  readonly requestBody?: object;
}

const boundary = unreachableDependencies();
let app: FastifyInstance;
beforeAll(async () => {
  app = await buildApp(boundary.dependencies, testHttpConfig);
});
afterAll(() => app.close());

const line = ({ method, url, caller, role, states }: RouteEntry): string =>
  `${method} ${url}: ${caller}, ${role}, ${states === 'any' ? 'any' : states.join(' ')}`;

const operations = (): Map<string, Operation> => {
  const { paths } = JSON.parse(JSON.stringify(app.swagger())) as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  };
  const entries = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, Operation] => [
      `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
      operation,
    ]),
  );
  return new Map(entries);
};

describe('the route table', () => {
  it('is what was decided', () => {
    expect(app.routeTable.map(line)).toEqual(DECIDED);
  });

  it('asks no confirm route for a caller', () => {
    const confirms = app.routeTable.filter(({ url }) => url.includes('/confirm-'));
    expect(confirms.length).toBeGreaterThan(15);
    for (const { url, caller, role } of confirms) {
      // Private vaults show their records to members alone.
      const isOfVaults = url.startsWith('/api/proposals/') || url.startsWith('/api/purses/');
      const expected = isOfVaults ? 'lenient' : 'none';
      expect([url, caller, role]).toEqual([url, expected, 'anyone']);
    }
  });

  it('limits the body of each route as was decided', () => {
    const larger = app.routeTable.filter(({ bodyLimit }) => bodyLimit !== 16_384);
    expect(Object.fromEntries(larger.map(({ method, url, bodyLimit }) => [`${method} ${url}`, bodyLimit]))).toEqual(
      LARGER_BODIES,
    );
  });

  it('refuses a body beyond the limit of its route, and reaches nothing', async () => {
    for (const { method, url, bodyLimit } of app.routeTable) {
      if (method !== 'POST') continue;
      const response = await app.inject({
        method: 'POST',
        url: url.replaceAll(/:\w+/gu, '0198d3a5-6f0c-7cc1-b8a4-0f0b3a1de6c2'),
        headers: { 'content-type': 'application/json', 'x-user-address': CALLER },
        payload: JSON.stringify({ a: 'x'.repeat(bodyLimit) }),
      });
      // A caller without a proof is refused first, and a list whose campaign cannot be read.
      expect([url, [413, 401, 500].includes(response.statusCode), response.statusCode]).toEqual([
        url,
        true,
        response.statusCode,
      ]);
      if (response.statusCode === 500) expect(url).toBe('/api/airdrops/:id/generate-merkle');
      else if (response.statusCode === 401)
        expect(url).toMatch(/^\/api\/(?:calendar|mail|webhooks|airdrops\/:id\/replace-addresses$)/u);
      boundary.takeReached();
    }
  });

  it('is enforced: who demands a caller answers 401 without one, and nothing is reached', async () => {
    for (const { method, url, caller } of app.routeTable) {
      if (caller !== 'required' && caller !== 'authenticated') continue;
      const response = await app.inject({
        method: method === 'GET' ? 'GET' : 'POST',
        url: url.replace(':id', '0198d3a5-6f0c-7cc1-b8a4-0f0b3a1de6c2'),
      });
      expect([url, response.statusCode]).toEqual([url, 401]);
    }
    expect(boundary.takeReached()).toEqual([]);
  });
});

describe('the OpenAPI document', () => {
  it('has every route but /metrics, with its security', () => {
    const documented = operations();
    for (const { method, url, caller } of app.routeTable) {
      if (url === '/metrics') continue;
      const operation = documented.get(`${method} ${url}`);
      const expected = SECURITY[caller];
      expect([url, operation?.security]).toEqual([url, expected]);
    }
    expect(documented.size).toBe(app.routeTable.length - 1);
  });

  it('has no 401 and no 403 where callers are ignored or used only if valid', () => {
    const documented = operations();
    for (const { method, url, caller } of app.routeTable) {
      if (!url.includes('/confirm-')) continue;
      const statuses = Object.keys(documented.get(`${method} ${url}`)?.responses ?? {});
      expect([url, caller, statuses.filter((status) => status === '401' || status === '403')]).toEqual([
        url,
        caller,
        [],
      ]);
    }
  });

  it('describes every status with what it means', () => {
    const statuses = new Set(['200', '201', '304', ...Object.values(ERRORS).map(({ status }) => String(status))]);
    for (const [route, { responses, requestBody }] of operations()) {
      const success = '201' in responses ? '201' : '200';
      const always = [success, '400', '429', '500', '503', ...(requestBody === undefined ? [] : ['413', '415'])];
      expect([route, always.filter((status) => !(status in responses))]).toEqual([route, []]);
      for (const [status, response] of Object.entries(responses)) {
        expect([route, status, statuses.has(status)]).toEqual([route, status, true]);
        expect(response).not.toMatchObject({ description: 'Default Response' });
      }
    }
  });
});
