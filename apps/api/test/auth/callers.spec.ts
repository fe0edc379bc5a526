import type { FastifyInstance } from 'fastify';
import type { ListPaymentsResponse, ListStreamsResponse } from '@weir/api-contract';
import { createWallet, type Wallet } from '@weir/wallet';
import { buildApp } from '../../src/app.js';
import { type Client, type Refusal, refusal } from '../support/client.js';
import type { Fixture } from '../support/fixture.js';
import {
  bearer,
  expired,
  FORGED,
  forgedFor,
  NO_BEARERS,
  startGuardedScene,
  type GuardedScene,
} from '../support/guarded-scene.js';
import { ROUTES } from '../support/route-table.js';
import { TRIALS, type Trial } from '../support/trials.js';
import { testHttpConfig, unreachableDependencies } from '../support/unreachable.js';

let fixture: Fixture;
let signed: Client;
let scene: GuardedScene;
let app: FastifyInstance;
beforeAll(async () => {
  scene = await startGuardedScene();
  ({ fixture, signed } = scene);
  app = await buildApp(unreachableDependencies().dependencies, testHttpConfig);
});
afterAll(() => Promise.all([fixture.stop(), app.close()]));

const trials = Object.entries(TRIALS).map(([url, trial]) => ({ url, ...trial }));
const guarded = trials.flatMap(({ url, caller, ...trial }) =>
  caller === undefined ? [] : [{ url, ...trial, caller: () => caller(scene) }],
);
const open = trials.filter(({ caller }) => caller === undefined);

const post = (client: Client, { url, id, body }: Pick<Trial, 'id' | 'body'> & { readonly url: string }) =>
  client.post<Refusal>(
    url.replace(':id', id?.(scene) ?? '').replace(':deliveryId', scene.webhooks.deliveryId),
    body(scene),
  );

const posts = ROUTES.filter(({ method }) => method === 'POST');

/** Authorizations that prove nothing: all of them on the first route of each way to ask for a caller, some on each other one. */
const worthlessFor = (url: string, wallet: Wallet): readonly (readonly [string, string])[] => {
  const at = posts.findIndex((route) => route.url === url);
  const isFirst = posts.findIndex(({ caller }) => caller === posts[at]?.caller) === at;
  return [
    ...(isFirst ? FORGED : forgedFor(at)).map(([name, forge]) => [name, `Bearer ${forge(wallet)}`] as const),
    ...(isFirst ? NO_BEARERS : NO_BEARERS.slice(0, 2)).map((text) => [text, text] as const),
  ];
};

/** Everything that is recorded, as far as these routes could change it. */
const records = async (): Promise<unknown> => {
  const [streams, payments] = await Promise.all([
    fixture.client.get<ListStreamsResponse>('/api/streams'),
    fixture.client.get<ListPaymentsResponse>('/api/payments'),
  ]);
  const { vault } = scene;
  const member = fixture.client.as(vault.creator.address);
  const vaults = await Promise.all(
    [vault.path, `${vault.path}/proposals`, '/api/vaults'].map(async (path) => (await member.get(path)).body),
  );
  return [
    vaults,
    streams.body.streams.map(({ id, updated_at }) => [id, updated_at]),
    payments.body.payments.map(({ id, updated_at }) => [id, updated_at]),
  ];
};

describe('the trials', () => {
  it('are of every route that changes something, each as it is guarded', () => {
    const routes = app.routeTable.filter(({ method }) => method !== 'GET');
    expect(Object.keys(TRIALS).sort()).toEqual(routes.map(({ url }) => url).sort());
    expect(guarded.map(({ url }) => url).sort()).toEqual(
      routes
        .filter(({ caller }) => caller !== 'none' && caller !== 'lenient')
        .map(({ url }) => url)
        .sort(),
    );
  });

  it('would let the right caller through', async () => {
    for (const trial of guarded) {
      const { status, body } = await post(signed.bearing(bearer(trial.caller())), trial);
      // Past the caller and the role, the state may be in the way, or a made-up signature.
      expect([trial.url, body.code, [200, 201, 409, 422].includes(status) || body.code === 'INVALID_REQUEST']).toEqual([
        trial.url,
        body.code,
        true,
      ]);
    }
  });
});

describe('a session of fifty addresses', () => {
  const strangers = Array.from({ length: 49 }, (_, index) => createWallet({ privateKey: `stranger ${index}` }).address);
  const [first = ''] = strangers;
  const sessionOf = (also: readonly string[]) => ({ claims: { sub: first, also: [...strangers.slice(1), ...also] } });

  it.each(guarded)('may do what one of them may: $url', async ({ caller, ...trial }) => {
    const session = signed.bearing(bearer(caller(), sessionOf([caller().address])));
    const { status, body } = await post(session, trial);
    expect([body.code, [200, 201, 409, 422].includes(status) || body.code === 'INVALID_REQUEST']).toEqual([
      body.code,
      true,
    ]);
  });

  it.each(guarded)('may do nothing that none of them may: $url', async ({ caller, ...trial }) => {
    if (trial.isForAll === true) return;
    const refused = trial.isHidden === true ? refusal(404, 'NOT_FOUND') : refusal(403, 'FORBIDDEN');
    expect(await post(signed.bearing(bearer(caller(), sessionOf([]))), trial)).toMatchObject(refused);
    // Webhooks belong to sessions, for each of the session's addresses.
    if (trial.isHidden === true) return;
    const narrowed = signed
      .bearing(bearer(caller(), sessionOf([caller().address])))
      .as(`${first}, ${strangers[1] ?? ''}`);
    expect(await post(narrowed, trial)).toMatchObject(refused);
  });
});

describe.each(guarded)('$url, where callers are proven', ({ caller, ...trial }) => {
  const isDemanded = !trial.url.endsWith('/preview');
  let before: unknown;
  beforeAll(async () => {
    before = await records();
  });

  it('refuses who does not say who calls', async () => {
    const { status, headers, body: refusal } = await post(signed, trial);
    expect([status, refusal.code, headers['www-authenticate']]).toEqual(
      isDemanded ? [401, 'CALLER_REQUIRED', 'Bearer'] : [200, undefined, undefined],
    );
  });

  it('refuses who only says so', async () => {
    expect(await post(signed.as(caller().address), trial)).toMatchObject(refusal(401, 'CALLER_REQUIRED'));
  });

  it('refuses other callers', async () => {
    if (trial.isForAll === true) return;
    expect(await post(signed.bearing(bearer(fixture.wallet())), trial)).toMatchObject(
      trial.isHidden === true
        ? { status: 404, body: { code: 'NOT_FOUND' } }
        : { status: 403, body: { code: 'FORBIDDEN' } },
    );
  });

  it('refuses a caller who only claims to be the right one', async () => {
    const other = signed.bearing(bearer(fixture.wallet())).as(caller().address);
    expect(await post(other, trial)).toMatchObject(refusal(403, 'FORBIDDEN', { details: { field: 'x-user-address' } }));
  });

  it('refuses forged bearers, and what is none', async () => {
    for (const [name, authorization] of worthlessFor(trial.url, caller())) {
      for (const client of [signed.with({ authorization }), signed.with({ authorization }).as(caller().address)]) {
        const { status, headers, body: refusal } = await post(client, trial);
        expect([name, status, refusal.code, headers['www-authenticate']]).toEqual([
          name,
          401,
          'TOKEN_INVALID',
          'Bearer error="invalid_token"',
        ]);
      }
    }
  });

  it('refuses a bearer that has expired', async () => {
    expect(await post(signed.bearing(expired(caller())), trial)).toMatchObject(refusal(401, 'TOKEN_EXPIRED'));
  });

  it('has changed nothing by what it refused', async () => {
    expect(await records()).toEqual(before);
  });

  it('takes the header beside the bearer in either form', async () => {
    if (/\/create$|vaults$|proposals$|webhooks$/.test(trial.url)) return;
    const right = signed.bearing(bearer(caller()));
    const { status } = await post(right, trial);
    for (const address of [caller().address, caller().tokenAddress])
      expect((await post(right.as(address), trial)).status).toBe(status);
  });
});

describe('routes that are open on purpose', () => {
  let before: unknown;
  beforeAll(async () => {
    before = await records();
  });

  it.each(open)('$url asks nobody, and gives nobody more for a bearer, right or wrong', async (trial) => {
    const { status, body: answer } = await post(signed, trial);
    expect(trial.isAuthenticatedByBody === true ? [401] : [401, 403]).not.toContain(status);
    const { sender } = scene.stream;
    const clients = [bearer(sender), bearer(fixture.wallet()), expired(sender), 'nonsense'].map((token) =>
      signed.bearing(token),
    );
    for (const client of [...clients, signed.as(sender.address)]) {
      const other = await post(client, trial);
      expect([other.status, other.body.code]).toEqual([status, answer.code]);
    }
  });

  it('have changed nothing', async () => {
    expect(await records()).toEqual(before);
  });
});
