import type { FastifyInstance } from 'fastify';
import type { Wallet } from '@weir/wallet';
import { buildApp } from '../../src/app.js';
import { type Client, type Refusal, refusal } from '../support/client.js';
import { bearer, expired, FORGED, NO_BEARERS, startGuardedScene, type GuardedScene } from '../support/guarded-scene.js';
import { testHttpConfig, unreachableDependencies } from '../support/unreachable.js';

interface Read {
  readonly path: (scene: GuardedScene) => string;
  /** Who may read it. */
  readonly reader: (scene: GuardedScene) => Wallet;
  /** The answer to other proven callers: 200 with what is theirs, or a refusal. */
  readonly others: 200 | 403 | 404;
}

const creator = ({ vault }: GuardedScene): Wallet => vault.creator;
const ofVault = (end: string): Read => ({
  path: ({ vault }) => `${vault.path}${end}`,
  reader: creator,
  others: 403,
});

/** Every route that only answers a proven caller. */
const READS: Readonly<Record<string, Read>> = {
  '/api/plans': { path: () => '/api/plans', reader: ({ plan }) => plan.sender, others: 200 },
  '/api/plans/labels': { path: () => '/api/plans/labels', reader: ({ plan }) => plan.sender, others: 200 },
  '/api/plans/:id/funding-info': {
    path: ({ draft }) => `/api/plans/${draft.id}/funding-info`,
    reader: ({ draft }) => draft.sender,
    others: 403,
  },
  '/api/vaults/:id/deposit': ofVault('/deposit'),
  '/api/proposals': { path: () => '/api/proposals', reader: creator, others: 200 },
  '/api/purses': { path: () => '/api/purses', reader: ({ purse }) => purse.spender, others: 200 },
  '/api/airdrops/:id/whitelist': {
    path: ({ listed }) => `/api/airdrops/${listed.id}/whitelist`,
    reader: ({ listed }) => listed.creator,
    others: 403,
  },
  '/api/mail': { path: () => '/api/mail', reader: creator, others: 200 },
  '/api/webhooks': { path: () => '/api/webhooks', reader: creator, others: 200 },
  '/api/webhooks/:id': { path: ({ webhooks }) => `/api/webhooks/${webhooks.kept}`, reader: creator, others: 404 },
  '/api/webhooks/:id/deliveries': {
    path: ({ webhooks }) => `/api/webhooks/${webhooks.kept}/deliveries`,
    reader: creator,
    others: 404,
  },
};

/** Every route of a private vault, which members read, and of a public one everybody. */
const MEMBERS: Readonly<Record<string, Read>> = {
  '/api/vaults/:id': ofVault(''),
  '/api/vaults/:id/state': ofVault('/state'),
  '/api/vaults/:id/proposals': ofVault('/proposals'),
  '/api/vaults/:id/purses': ofVault('/purses'),
  '/api/vaults/:id/recovery': {
    path: ({ roster }) => `${roster.path}/recovery`,
    reader: ({ roster }) => roster.guardian,
    others: 403,
  },
  '/api/purses/:id': { path: ({ purse }) => purse.path, reader: ({ purse }) => purse.spender, others: 403 },
  '/api/proposals/:id': { path: ({ proposalId }) => `/api/proposals/${proposalId}`, reader: creator, others: 403 },
};

/** Every route that anybody may read, and that shows a proven caller more. */
const OPEN: Readonly<Record<string, (scene: GuardedScene) => string>> = {
  '/api/streams/:id': ({ stream }) => stream.path,
  '/api/payments/:id': ({ payment }) => payment.path,
  '/api/currency-payments/:id': ({ currency }) => currency.path,
  '/api/plans/:id': ({ plan }) => `/api/plans/${plan.id}`,
  '/api/plans/:id/streams': ({ plan }) => `/api/plans/${plan.id}/streams`,
  '/api/plans/:id/paydays': ({ plan }) => `/api/plans/${plan.id}/paydays`,
  '/api/airdrops/claimable': ({ stream }) => `/api/airdrops/claimable?address=${stream.recipient.address}`,
  '/api/airdrops/:id': ({ campaign }) => `/api/airdrops/${campaign.id}`,
  '/api/airdrops/:id/proof/:address': ({ listed, stream }) =>
    `/api/airdrops/${listed.id}/proof/${stream.recipient.address}`,
  '/api/activity': ({ stream }) => `/api/activity?address=${stream.sender.address}`,
  '/api/exports/activity': ({ stream }) => `/api/exports/activity?address=${stream.sender.address}`,
  '/api/search': () => '/api/search?q=weir',
  '/api/inbox': ({ stream }) => `/api/inbox?addresses=${stream.sender.address}`,
  '/api/portfolio': ({ stream }) => `/api/portfolio?addresses=${stream.sender.address}`,
  '/api/events': ({ stream }) => `/api/events?address=${stream.sender.address}`,
};

/** Every route that shows everybody what is public, and refuses a caller that is named and not proven. */
const LISTS: Readonly<Record<string, string>> = { '/api/vaults': '/api/vaults' };

let scene: GuardedScene;
let signed: Client;
let app: FastifyInstance;
beforeAll(async () => {
  scene = await startGuardedScene();
  ({ signed } = scene);
  app = await buildApp(unreachableDependencies().dependencies, testHttpConfig);
});
afterAll(() => Promise.all([scene.fixture.stop(), app.close()]));

const urlsOf = (...callers: readonly string[]): readonly string[] =>
  app.routeTable
    .filter(({ method, caller }) => method === 'GET' && callers.includes(caller))
    .map(({ url }) => url)
    .sort();

it('covers every route that reads and looks at its caller', () => {
  expect(Object.keys(READS).sort()).toEqual(urlsOf('required', 'in-body', 'authenticated'));
  expect(Object.keys(OPEN).sort()).toEqual(urlsOf('optional', 'optionally-authenticated'));
  expect(Object.keys({ ...MEMBERS, ...LISTS }).sort()).toEqual(urlsOf('if-named'));
});

/** Authorizations that prove nothing. */
const worthless = (reader: Wallet): readonly string[] => [
  ...FORGED.map(([, forge]) => `Bearer ${forge(reader)}`),
  ...NO_BEARERS,
];

describe.each(Object.entries({ ...READS, ...MEMBERS }))(
  'GET %s, where callers are proven',
  (_, { path, reader, others }) => {
    it('answers its reader', async () => {
      const { status } = await signed.bearing(bearer(reader(scene))).get(path(scene));
      expect([401, 403, 404]).not.toContain(status);
    });

    it('refuses no caller, a header alone, and a header beside the bearer of somebody else', async () => {
      const stranger = signed.bearing(bearer(scene.fixture.wallet()));
      expect(await signed.get<Refusal>(path(scene))).toMatchObject(refusal(401, 'CALLER_REQUIRED'));
      const named = reader(scene).address;
      expect(await signed.as(named).get<Refusal>(path(scene))).toMatchObject(refusal(401, 'CALLER_REQUIRED'));
      expect(await stranger.as(named).get<Refusal>(path(scene))).toMatchObject(
        refusal(403, 'FORBIDDEN', { details: { field: 'x-user-address' } }),
      );
    });

    it('gives other callers nothing of its reader', async () => {
      const answer = await signed.bearing(bearer(scene.fixture.wallet())).get<object>(path(scene));
      expect(answer.status).toBe(others);
      if (others === 200) expect(JSON.stringify(answer.body)).not.toContain(reader(scene).address);
    });

    it('refuses every forged or expired bearer', async () => {
      for (const authorization of worthless(reader(scene)))
        expect(await signed.with({ authorization }).get<Refusal>(path(scene))).toMatchObject(
          refusal(401, 'TOKEN_INVALID'),
        );
      expect(await signed.bearing(expired(reader(scene))).get<Refusal>(path(scene))).toMatchObject(
        refusal(401, 'TOKEN_EXPIRED'),
      );
    });
  },
);

describe.each(Object.entries(OPEN))('GET %s, open to all', (_, path) => {
  // Authorizations of other kinds may belong to a gateway, and are ignored.
  it('refuses every forged or expired bearer rather than answer as to nobody', async () => {
    const { recipient } = scene.stream;
    for (const authorization of FORGED.map(([, forge]) => `Bearer ${forge(recipient)}`))
      expect(await signed.with({ authorization }).get<Refusal>(path(scene))).toMatchObject(
        refusal(401, 'TOKEN_INVALID'),
      );
    expect(await signed.bearing(expired(recipient)).get<Refusal>(path(scene))).toMatchObject(
      refusal(401, 'TOKEN_EXPIRED'),
    );
  });
});

describe.each(Object.entries(LISTS))('GET %s, open to all and to proven members', (_, path) => {
  it('answers a member, and without a caller shows nothing private', async () => {
    const { address } = creator(scene);
    const own = await signed.bearing(bearer(creator(scene))).get<object>(path);
    expect(own.status).toBe(200);
    expect(JSON.stringify(own.body)).toContain(address);
    const open = await signed.get<object>(path);
    expect(open.status).toBe(200);
    expect(JSON.stringify(open.body)).not.toContain(address);
  });

  it('refuses a named caller without a bearer, and every forged or expired one', async () => {
    expect(await signed.as(creator(scene).address).get<Refusal>(path)).toMatchObject(refusal(401, 'CALLER_REQUIRED'));
    for (const authorization of worthless(creator(scene)))
      expect(await signed.with({ authorization }).get<Refusal>(path)).toMatchObject(refusal(401, 'TOKEN_INVALID'));
  });
});
