import type { FastifyInstance } from 'fastify';
import { ERRORS } from '@weir/api-contract';
import { buildApp } from '../../src/app.js';
import type { RouteEntry } from '../../src/plugins/access/route-access.js';
import { testHttpConfig } from '../support/http-config.js';
import { unreachableDependencies } from '../support/unreachable.js';

/** Whom each route is for. A route that is missing here, or guarded otherwise, fails this test. */
const EXPECTED: readonly string[] = [
  'GET /metrics: none, anyone, any',
  'GET /health: none, anyone, any',
  'GET /ready: none, anyone, any',
  'GET /api/info: none, anyone, any',
  'POST /api/auth/nonce: none, anyone, any',
  'POST /api/auth/verify: none, anyone, any',
  'GET /api/streams: none, anyone, any',
  'GET /api/streams/:id: optionally-authenticated, anyone, any',
  'GET /api/streams/:id/schedule: none, anyone, any',
  'POST /api/streams/preview: optional, sender, any',
  'POST /api/streams/create: required, sender, any',
  'GET /api/streams/:id/funding-info: none, anyone, PENDING',
  'POST /api/streams/:id/confirm-funding: none, anyone, PENDING',
  'GET /api/streams/:id/claim-info: none, anyone, ACTIVE CANCELLED',
  'POST /api/streams/:id/claim: required, recipient, ACTIVE CANCELLED',
  'POST /api/streams/:id/confirm-claim: none, anyone, ACTIVE CANCELLED',
  'POST /api/streams/:id/cancel: required, sender, ACTIVE',
  'POST /api/streams/:id/confirm-cancel: none, anyone, ACTIVE',
  'POST /api/streams/:id/refund: none, anyone, CANCELLED',
  'POST /api/streams/:id/push: none, anyone, ACTIVE CANCELLED',
  'GET /api/payments: none, anyone, any',
  'GET /api/payments/:id: optionally-authenticated, anyone, any',
  'POST /api/payments/preview: optional, sender, any',
  'POST /api/payments/create: in-body, sender, any',
  'GET /api/payments/:id/funding-info: none, anyone, PENDING',
  'POST /api/payments/:id/confirm-funding: none, anyone, PENDING',
  'POST /api/payments/:id/claim: in-body, recipient, ACTIVE PAUSED CANCELLED',
  'POST /api/payments/:id/confirm-claim: none, anyone, ACTIVE PAUSED CANCELLED',
  'POST /api/payments/:id/pause: required, sender, ACTIVE',
  'POST /api/payments/:id/confirm-pause: none, anyone, ACTIVE',
  'POST /api/payments/:id/resume: required, sender, PAUSED',
  'POST /api/payments/:id/confirm-resume: none, anyone, PAUSED',
  'POST /api/payments/:id/cancel: required, sender, ACTIVE PAUSED',
  'POST /api/payments/:id/confirm-cancel: none, anyone, ACTIVE PAUSED',
  'POST /api/payments/:id/refund: none, anyone, CANCELLED',
  'POST /api/payments/:id/push: none, anyone, ACTIVE PAUSED CANCELLED',
  'GET /api/plans: required, sender, any',
  'POST /api/plans: required, sender, any',
  'POST /api/plans/preview: optional, sender, any',
  'GET /api/plans/:id: optionally-authenticated, anyone, any',
  'GET /api/plans/:id/streams: optionally-authenticated, anyone, any',
  'POST /api/plans/:id/recipients: required, sender, PENDING',
  'GET /api/plans/:id/funding-info: required, sender, PENDING ACTIVE',
  'POST /api/plans/:id/confirm-funding: none, anyone, PENDING ACTIVE',
  'POST /api/plans/:id/cancel: required, sender, ACTIVE',
  'POST /api/plans/:id/confirm-cancel: none, anyone, ACTIVE',
  'POST /api/plans/:id/pause: required, sender, ACTIVE',
  'POST /api/plans/:id/confirm-pause: none, anyone, ACTIVE',
  'POST /api/plans/:id/resume: required, sender, ACTIVE',
  'POST /api/plans/:id/confirm-resume: none, anyone, ACTIVE',
  'GET /api/vaults: required, anyone, any',
  'POST /api/vaults: required, anyone, any',
  'GET /api/vaults/:id: required, member, any',
  'GET /api/vaults/:id/state: required, member, any',
  'GET /api/vaults/:id/deposit: required, creator, pending active',
  'POST /api/vaults/:id/update-balance: required, member, any',
  'POST /api/vaults/:id/signers: required, creator, any',
  'GET /api/vaults/:id/proposals: required, member, any',
  'POST /api/vaults/:id/proposals: required, creator or signer, any',
  'GET /api/proposals/:id: required, member, any',
  'POST /api/proposals/:id/approve: required, signer, PENDING STALE',
  'POST /api/proposals/:id/signatures: required, signer, PENDING APPROVED',
  'POST /api/proposals/:id/reject: required, signer or proposer, PENDING APPROVED STALE',
  'POST /api/proposals/:id/execute: required, creator or signer, APPROVED',
  'POST /api/proposals/:id/confirm-execute: required, member, any',
  'GET /api/airdrops: none, anyone, any',
  'GET /api/airdrops/claimable: optionally-authenticated, anyone, any',
  'GET /api/airdrops/claim/:token: none, anyone, any',
  'GET /api/airdrops/:id: optionally-authenticated, anyone, any',
  'GET /api/airdrops/:id/lanes: none, anyone, any',
  'POST /api/airdrops/create: in-body, creator, any',
  'GET /api/airdrops/:id/funding-info: none, anyone, PENDING',
  'POST /api/airdrops/:id/confirm-funding: none, anyone, PENDING',
  'POST /api/airdrops/:id/claim: in-body, recipient, ACTIVE',
  'POST /api/airdrops/:id/confirm-claim: none, anyone, ACTIVE',
  'POST /api/airdrops/:id/cancel: in-body, creator, ACTIVE',
  'POST /api/airdrops/:id/confirm-cancel: none, anyone, ACTIVE',
  'POST /api/airdrops/:id/close: none, anyone, ACTIVE',
  'POST /api/airdrops/:id/sync: none, anyone, ACTIVE COMPLETED CANCELLED',
  'POST /api/airdrops/:id/generate-merkle: in-body, creator, PENDING',
  'GET /api/airdrops/:id/proof/:address: optionally-authenticated, recipient or creator, any',
  'GET /api/airdrops/:id/whitelist: authenticated, creator, any',
  'GET /api/explorer/activity: none, anyone, any',
  'GET /api/exports/activity: optionally-authenticated, anyone, any',
  'GET /api/search: optionally-authenticated, anyone, any',
  'GET /api/tokens/:category: none, anyone, any',
  'GET /api/events: optionally-authenticated, anyone, any',
  'GET /api/webhooks: authenticated, anyone, any',
  'POST /api/webhooks: authenticated, anyone, any',
  'GET /api/webhooks/:id: authenticated, anyone, any',
  'POST /api/webhooks/:id/test: authenticated, anyone, any',
  'POST /api/webhooks/:id/rotate-secret: authenticated, anyone, any',
  'POST /api/webhooks/:id/enable: authenticated, anyone, any',
  'POST /api/webhooks/:id/remove: authenticated, anyone, any',
  'GET /api/webhooks/:id/deliveries: authenticated, anyone, any',
  'POST /api/webhooks/:id/deliveries/:deliveryId/redeliver: authenticated, anyone, any',
  'POST /api/transactions/broadcast: none, anyone, any',
  'GET /api/indexer/:view: none, anyone, any',
  'GET /api/indexer/:view/:contractAddress: none, anyone, any',
];

const EITHER = [{ caller: [] }, { bearer: [] }];
const IF_ANY = [{}, ...EITHER];
const SECURITY = {
  none: [],
  required: EITHER,
  'in-body': IF_ANY,
  authenticated: [{ bearer: [] }],
  'optionally-authenticated': IF_ANY,
  optional: IF_ANY,
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
    expect(app.routeTable.map(line)).toEqual(EXPECTED);
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
