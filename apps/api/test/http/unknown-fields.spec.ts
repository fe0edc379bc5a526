import type { FastifyInstance } from 'fastify';
import { ERRORS } from '@weir/api-contract';
import { FIELD_ALIASES } from '@weir/http';
import { bodiesOf, type BodyRoute } from '@weir/openapi';
import { createWallet } from '@weir/wallet';
import { buildApp } from '../../src/app.js';
import type { Refusal } from '../support/client.js';
import { forgeBearer } from '../support/forge-bearer.js';
import { TRIALS } from '../support/trials.js';
import { testHttpConfig, unreachableDependencies } from '../support/unreachable.js';

const ID = '0198d3a5-6f0c-7cc1-b8a4-0f0b3a1de6c2';
const CALLER = createWallet({ privateKey: 'caller' }).address;
const SECRET = 's'.repeat(32);
const boundary = unreachableDependencies();
let app: FastifyInstance;
let routes: readonly BodyRoute[];
/** For routes that read nothing of whom they do not know. */
let bearer: string;
beforeAll(async () => {
  const bearerSecret = (): Promise<string> => Promise.resolve(SECRET);
  app = await buildApp({ ...boundary.dependencies, bearerSecret }, testHttpConfig);
  routes = bodiesOf(app.swagger());
  const now = Math.floor(Date.now() / 1_000);
  const { domain: iss } = testHttpConfig.auth;
  const claims = { sub: CALLER, iss, aud: testHttpConfig.network, iat: now, exp: now + 600 };
  bearer = forgeBearer({ header: { alg: 'HS256', typ: 'JWT' }, claims, secret: SECRET, hash: 'sha256' });
});
afterAll(() => app.close());

/** A route's path as the document writes it, and as it is asked for. */
const documented = (path: string): string => path.replaceAll(/:(\w+)/g, '{$1}');
const askedFor = (path: string): string => path.replace(':token', `u${'A'.repeat(43)}`).replaceAll(/:\w+/g, ID);

/** Reads its list as it comes, after its headers: tried where there is a campaign, in `airdrops-create`. */
const STREAMED = '/api/airdrops/:id/generate-merkle';

/** Take CSV as well, of which there is always some. */
const LISTS = [STREAMED, '/api/plans/:id/recipients'].map(documented);

describe.each(Object.keys(TRIALS).filter((path) => path !== STREAMED))('POST %s', (path) => {
  const send = async (text: string) => {
    const response = await app.inject({
      method: 'POST',
      url: askedFor(path),
      headers: { 'content-type': 'application/json', 'x-user-address': CALLER, authorization: `Bearer ${bearer}` },
      payload: text,
    });
    return { status: response.statusCode, body: response.json<Refusal>() };
  };

  it.each(['surely_not_a_field', 'constructor', 'toString', ''])(
    'refuses the field %j, and does nothing',
    async (field) => {
      expect(await send(JSON.stringify({ [field]: 1 }))).toMatchObject({
        status: ERRORS.INVALID_REQUEST.status,
        body: { code: 'INVALID_REQUEST', details: { in: 'body', field } },
      });
      expect(boundary.takeReached()).toEqual([]);
    },
  );

  it.each(['{"__proto__":{"sender":1}}', '{"constructor":{"prototype":{"sender":1}}}'])('refuses %s', async (text) => {
    expect((await send(text)).status).toBe(400);
    expect(boundary.takeReached()).toEqual([]);
  });

  it('names the field that is nearest to a slip', async () => {
    const fields = routes.find((route) => route.path === documented(path))?.fields ?? [];
    for (const field of fields.filter((name) => !name.includes('.') && name.length > 3)) {
      const slip = `${field}x`;
      expect(await send(JSON.stringify({ [slip]: 1 }))).toMatchObject({
        status: 400,
        body: {
          message: `${slip} is not a field of this request; did you mean ${field}?`,
          details: { didYouMean: field },
        },
      });
    }
  });
});

describe('the document', () => {
  it('says of every route that changes something what it takes, and that this is all', () => {
    const posts = Object.keys(TRIALS).map(documented);
    expect(routes.map(({ path }) => path).sort()).toEqual(posts.sort());
    expect(routes.filter(({ open }) => open.length > 0).map(({ path, open }) => [path, open])).toEqual([]);
  });

  it('demands a body only where a field of it is required', () => {
    const lacking = routes.filter(
      ({ path, required, isRequired }) => !LISTS.includes(path) && required.length > 0 !== isRequired,
    );
    expect(lacking.map(({ path }) => path)).toEqual([]);
  });

  it('has the field that each common wrong name is corrected to', () => {
    const fields = new Set(routes.flatMap((route) => route.fields.map((name) => name.split('.').at(-1))));
    expect([...new Set(Object.values(FIELD_ALIASES).flat())].filter((name) => !fields.has(name))).toEqual([]);
  });
});
