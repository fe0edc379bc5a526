import type { GetStreamResponse } from '@weir/api-contract';
import type { Wallet } from '@weir/wallet';
import type { FastifyInstance } from 'fastify';
import { buildApp } from '../src/app.js';
import type { Client, Refusal } from './support/client.js';
import { forgeBearer } from './support/forge-bearer.js';
import type { BearerParts } from './support/forge-bearer.js';
import { testHttpConfig } from './support/http-config.js';
import { createActiveStream, creationOf } from './support/stream-scenario.js';
import type { Scenario } from './support/stream-scenario.js';
import { unreachableDependencies } from './support/unreachable.js';
import { startWorld } from './support/world.js';
import type { World } from './support/world.js';

const SECRET = 'a secret of thirty-two characters';
const DOMAIN = 'app.example';
const HASH = 'a'.repeat(64);

let world: World;
/** A replica that demands proof of its callers. */
let signed: Client;
let stream: Scenario;
let app: FastifyInstance;
beforeAll(async () => {
  world = await startWorld();
  stream = await createActiveStream(world);
  signed = await world.replica({ AUTH_MODE: 'signed', AUTH_DOMAIN: DOMAIN, AUTH_SECRET: SECRET });
  app = await buildApp(unreachableDependencies().dependencies, testHttpConfig);
});
afterAll(() => Promise.all([world.stop(), app.close()]));

/** How one route is tried: who may call it, and with what. */
interface Trial {
  readonly body: () => object;
  /** Who may; undefined where everybody may. */
  readonly caller?: () => Wallet;
}

const creation = (): object => creationOf(world, stream.recipient, { sender: stream.sender.address });

/** Every route that changes something. One that is missing here fails this test. */
const TRIALS: Readonly<Record<string, Trial>> = {
  '/api/auth/nonce': { body: () => ({ address: 'none' }) },
  '/api/auth/verify': { body: () => ({ address: 'none', signature: '', nonceId: stream.id }) },
  '/api/streams/preview': { body: creation, caller: () => stream.sender },
  '/api/streams/create': { body: creation, caller: () => stream.sender },
  '/api/streams/:id/confirm-funding': { body: () => ({ txHash: HASH }) },
  '/api/streams/:id/claim': { body: () => ({ recipientAddress: stream.recipient.address }), caller: () => stream.recipient },
  '/api/streams/:id/confirm-claim': { body: () => ({ txHash: HASH, claimedAmount: 1 }) },
  '/api/streams/:id/cancel': { body: () => ({ sender: stream.sender.address }), caller: () => stream.sender },
  '/api/streams/:id/confirm-cancel': { body: () => ({ txHash: HASH }) },
  '/api/streams/:id/refund': { body: () => ({}) },
  '/api/streams/:id/push': { body: () => ({ broadcast: false }) },
  '/api/transactions/broadcast': { body: () => ({ txHex: '00' }) },
};

const now = (): number => Math.floor(Date.now() / 1000);

/** A bearer that is right in everything but the changes. */
const bearer = (wallet: Wallet, changes: Partial<BearerParts> = {}): string => {
  const claims = { iss: DOMAIN, aud: 'devnet', sub: wallet.address, iat: now(), exp: now() + 600 };
  return forgeBearer({ header: { alg: 'HS256', typ: 'JWT' }, secret: SECRET, hash: 'sha256', ...changes, claims: { ...claims, ...changes.claims } });
};

/** Tokens that prove nothing. */
const FORGED: readonly (readonly [string, (wallet: Wallet) => string])[] = [
  ['with another secret', (wallet) => bearer(wallet, { secret: 'another secret of the same length' })],
  ['without a secret', (wallet) => bearer(wallet, { secret: '' })],
  ['unsigned', (wallet) => bearer(wallet, { header: { alg: 'none' }, hash: null })],
  ['that says it is unsigned', (wallet) => bearer(wallet, { header: { alg: 'none' } })],
  ['without its signature', (wallet) => bearer(wallet, { hash: null })],
  ['with another algorithm', (wallet) => bearer(wallet, { header: { alg: 'HS512', typ: 'JWT' }, hash: 'sha512' })],
  ['with an algorithm of key pairs', (wallet) => bearer(wallet, { header: { alg: 'RS256', typ: 'JWT' } })],
  ['of another domain', (wallet) => bearer(wallet, { claims: { iss: 'evil.example' } })],
  ['of another network', (wallet) => bearer(wallet, { claims: { aud: 'mainnet' } })],
  ['of no domain', (wallet) => bearer(wallet, { claims: { iss: undefined } })],
  ['of no network', (wallet) => bearer(wallet, { claims: { aud: undefined } })],
  ['that never ends', (wallet) => bearer(wallet, { claims: { exp: undefined } })],
  ['of nobody', (wallet) => bearer(wallet, { claims: { sub: undefined } })],
  ['changed after signing', (wallet) => [bearer(world.wallet()).split('.')[0], ...bearer(wallet).split('.').slice(1, 2), bearer(world.wallet()).split('.')[2]].join('.')],
  ['that is no token', () => 'nonsense'],
  ['that is empty', () => ''],
];

const expired = (wallet: Wallet): string => bearer(wallet, { claims: { iat: now() - 1_801, exp: now() - 1 } });

const guarded = Object.entries(TRIALS).flatMap(([url, { body, caller }]) => (caller === undefined ? [] : [{ url, body, caller }]));
const open = Object.entries(TRIALS).flatMap(([url, { body, caller }]) => (caller === undefined ? [{ url, body }] : []));

const pathOf = (url: string): string => url.replace(':id', stream.id);
const post = (client: Client, { url, body }: { url: string; body: () => object }) => client.post<Refusal>(pathOf(url), body());
const total = async (): Promise<number> => (await world.client.get<{ readonly total: number }>('/api/streams')).body.total;
const record = async () => (await world.client.get<GetStreamResponse>(stream.path)).body.stream;

/** Runs the attempts, after which nothing may have changed. */
const changingNothing = async (attempts: () => Promise<void>): Promise<void> => {
  const before = [await total(), (await record()).updated_at];
  await attempts();
  expect([await total(), (await record()).updated_at]).toEqual(before);
};

describe('the trials', () => {
  it('are of every route that changes something, each as it is guarded', () => {
    const routes = app.routeTable.filter(({ method }) => method !== 'GET');
    expect(Object.keys(TRIALS).sort()).toEqual(routes.map(({ url }) => url).sort());
    expect(guarded.map(({ url }) => url).sort()).toEqual(routes.filter(({ caller }) => caller !== 'none').map(({ url }) => url).sort());
  });

  it('would let the right caller through', async () => {
    for (const { url, body, caller } of guarded) {
      if (url.endsWith('/create')) continue;
      const { status, body: answer } = await post(signed.bearing(bearer(caller())), { url, body });
      expect([url, status === 200 || answer.code === 'NOTHING_TO_CLAIM']).toEqual([url, true]);
    }
  });
});

describe.each(guarded)('$url, where callers are proven', ({ url, body, caller }) => {
  const isDemanded = !url.endsWith('/preview');

  it('refuses who does not say who calls', () =>
    changingNothing(async () => {
      const { status, headers, body: refusal } = await post(signed, { url, body });
      expect([status, refusal.code, headers['www-authenticate']]).toEqual(isDemanded ? [401, 'CALLER_REQUIRED', 'Bearer'] : [200, undefined, undefined]);
    }));

  it('refuses who only says so', () =>
    changingNothing(async () => {
      expect(await post(signed.as(caller().address), { url, body })).toMatchObject({ status: 401, body: { code: 'CALLER_REQUIRED' } });
    }));

  it('refuses somebody else', () =>
    changingNothing(async () => {
      expect(await post(signed.bearing(bearer(world.wallet())), { url, body })).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
    }));

  it('refuses somebody else who says to be the right one', () =>
    changingNothing(async () => {
      const other = signed.bearing(bearer(world.wallet())).as(caller().address);
      expect(await post(other, { url, body })).toMatchObject({ status: 403, body: { code: 'FORBIDDEN', details: { field: 'x-user-address' } } });
    }));

  it.each(FORGED)('refuses a bearer %s', (_, forge) =>
    changingNothing(async () => {
      for (const client of [signed.bearing(forge(caller())), signed.bearing(forge(caller())).as(caller().address)]) {
        const { status, headers, body: refusal } = await post(client, { url, body });
        expect([status, refusal.code, headers['www-authenticate']]).toEqual([401, 'TOKEN_INVALID', 'Bearer error="invalid_token"']);
      }
    }),
  );

  it.each(['Basic dXNlcjpwYXNz', 'Bearer', 'Bearer a b', 'Token x', 'x'.repeat(5_000)])('refuses the authorization %#', (authorization) =>
    changingNothing(async () => {
      expect(await post(signed.with({ authorization }), { url, body })).toMatchObject({ status: 401, body: { code: 'TOKEN_INVALID' } });
    }),
  );

  it('refuses a bearer that has expired', () =>
    changingNothing(async () => {
      expect(await post(signed.bearing(expired(caller())), { url, body })).toMatchObject({ status: 401, body: { code: 'TOKEN_EXPIRED' } });
    }));

  it('takes the header beside the bearer in either form', async () => {
    if (url.endsWith('/create')) return;
    const right = signed.bearing(bearer(caller()));
    const { status } = await post(right, { url, body });
    for (const address of [caller().address, caller().tokenAddress]) expect((await post(right.as(address), { url, body })).status).toBe(status);
  });
});

describe.each(open)('$url, open on purpose', ({ url, body }) => {
  it('asks nobody, and gives nobody more for a bearer, right or wrong', () =>
    changingNothing(async () => {
      const { status, body: answer } = await post(signed, { url, body });
      expect([url, status === 401 && answer.code !== 'NONCE_INVALID']).toEqual([url, false]);
      const clients = [bearer(stream.sender), bearer(world.wallet()), expired(stream.sender), 'nonsense'].map((token) => signed.bearing(token));
      for (const client of [...clients, signed.as(stream.sender.address)]) {
        const other = await post(client, { url, body });
        expect([other.status, other.body.code]).toEqual([status, answer.code]);
      }
    }));
});
