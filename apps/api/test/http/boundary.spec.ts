import type { FastifyInstance, InjectOptions } from 'fastify';
import { assertDocumented } from '@weir/openapi';
import { createWallet } from '@weir/wallet';
import { buildApp } from '../../src/app.js';
import { type Refusal, refusal } from '../support/client.js';
import { textLike } from '../support/like.js';
import { testHttpConfig, unreachableDependencies } from '../support/unreachable.js';

const ID = '0198d3a5-6f0c-7cc1-b8a4-0f0b3a1de6c2';
const HASH = 'a'.repeat(64);
const CALLER = createWallet({ privateKey: 'caller' }).address;
const boundary = unreachableDependencies();
let app: FastifyInstance;

beforeAll(async () => {
  app = await buildApp(boundary.dependencies, testHttpConfig);
});
afterAll(() => app.close());
// Nothing in this file may get past the boundary.
afterEach(() => expect(boundary.takeReached()).toEqual([]));

const send = async (
  request: InjectOptions & { readonly url: string },
): Promise<{ status: number; body: Refusal; headers: Record<string, unknown> }> => {
  const response = await app.inject(request);
  const answer = { status: response.statusCode, body: response.json<Refusal>() };
  assertDocumented(app, { method: request.method ?? 'GET', url: request.url, ...answer });
  return { ...answer, headers: response.headers };
};

const post = (url: string, payload: unknown, headers: Record<string, string> = {}) =>
  send({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json', 'x-user-address': CALLER, ...headers },
    payload: JSON.stringify(payload),
  });

const creation = { recipient: CALLER, totalAmount: 1, streamType: 'LINEAR' };

/** Every route with a body, and a body it would take. */
const BODIES: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
  ['/api/streams/create', creation],
  ['/api/streams/preview', creation],
  [`/api/streams/${ID}/confirm-funding`, { txHash: HASH }],
  [`/api/streams/${ID}/claim`, { recipientAddress: CALLER }],
  [`/api/streams/${ID}/confirm-claim`, { claimedAmount: 1, txHash: HASH }],
  [`/api/streams/${ID}/cancel`, { sender: CALLER }],
  [`/api/streams/${ID}/confirm-cancel`, { txHash: HASH }],
  [`/api/streams/${ID}/push`, { broadcast: false }],
  [
    '/api/vaults',
    { name: 'Treasury', signers: [CALLER, CALLER, CALLER], signerPubkeys: ['02', '02', '02'], totalDeposit: 1 },
  ],
  [`/api/vaults/${ID}/update-balance`, { txid: HASH, amount: 1 }],
  [`/api/vaults/${ID}/signers`, { signerAddress: CALLER }],
  [`/api/proposals/${ID}/signatures`, { signedTransaction: '0200' }],
  [`/api/proposals/${ID}/confirm-execute`, { txHash: HASH }],
  ['/api/transactions/broadcast', { txHex: '00' }],
  ['/api/auth/nonce', { address: CALLER }],
  ['/api/auth/verify', { address: CALLER, signature: 'x', nonceId: ID }],
];

const OBJECTS: readonly unknown[] = [null, {}, [], { a: 1 }, [1]];
/** Longer than any text of a body, and within the limit of its route. */
const longFor = (field: string): string => 'x'.repeat(field === 'signedTransaction' ? 200_001 : 15_000);

/** Values that are invalid for every field. Addresses and amounts in text are read by the service. */
const wrongValues = (field: string, usual: unknown): readonly unknown[] => {
  if (typeof usual === 'boolean') return [...OBJECTS, 'true', 1, longFor(field)];
  return [...OBJECTS, true, longFor(field), ...(/amount|deposit/i.test(field) ? [] : [5])];
};

describe.each(BODIES)('the body of POST %s', (url, body) => {
  it.each(Object.entries(body))('refuses what is not meant for %s', async (field, usual) => {
    for (const value of wrongValues(field, usual)) {
      const { status, body: refusal } = await post(url, { ...body, [field]: value });
      expect([status, refusal.code, new RegExp(`^${field}[ .]`).test(refusal.message)]).toEqual([
        400,
        'INVALID_REQUEST',
        true,
      ]);
    }
  });

  it.each([['text'], [5], [true], [[]], [[body]]])('must be an object, not %j', async (payload) => {
    expect(await post(url, payload)).toMatchObject(
      refusal(400, 'INVALID_REQUEST', { message: 'the body must be an object' }),
    );
  });

  it.each(['{', '{"a":1', 'undefined', '{"a":NaN}', '\u0000', '"\ud800'])(
    'is refused when it is not JSON: %j',
    async (payload) => {
      const { status, body: refusal } = await send({
        method: 'POST',
        url,
        headers: { 'content-type': 'application/json', 'x-user-address': CALLER },
        payload,
      });
      expect([status, refusal.success]).toEqual([400, false]);
      expect(refusal.code).toMatch(/^(MALFORMED|INVALID)_REQUEST$/);
    },
  );

  it('may be left out only where nothing is required', async () => {
    if (url.endsWith('/push')) return;
    for (const payload of ['', ' ', undefined]) {
      const headers = {
        'x-user-address': CALLER,
        ...(payload !== undefined && { 'content-type': 'application/json' }),
      };
      const answer = await send({ method: 'POST', url, headers, ...(payload !== undefined && { payload }) });
      expect(answer).toMatchObject(refusal(400, 'INVALID_REQUEST', { message: textLike(/is required/) }));
    }
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/xml', 'nonsense'])(
    'must be JSON, not %s',
    async (contentType) => {
      const { status, body: refusal } = await post(url, body, { 'content-type': contentType });
      expect([status, refusal.code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
    },
  );
});

describe('fields of a creation', () => {
  it.each([
    [{ streamType: 'linear' }, 'streamType must be one of LINEAR, STEP, RECURRING'],
    [{ tokenType: 'ETH' }, 'tokenType must be one of BCH, FUNGIBLE_TOKEN, CASHTOKENS'],
    [{ startTime: '1767225600' }, 'startTime must be a whole number'],
    [{ startTime: 1_767_225_600.5 }, 'startTime must be a whole number'],
    [{ cancelable: 'true' }, 'cancelable must be a boolean'],
    [{ cancelNoticeBlocks: 6.5 }, 'cancelNoticeBlocks must be a whole number'],
    [{ intervalSeconds: '60' }, 'intervalSeconds must be a whole number'],
    [
      { tokenCategory: 'zz' },
      'tokenCategory has the wrong format: Category of the token, 64 hex characters; required for tokens.',
    ],
    [{ vaultId: 'x' }, 'vaultId must be a uuid'],
    [{ description: 'a\u0000b' }, "description has the wrong format: The sender's words, without null characters."],
    [{ description: 'x'.repeat(1_001) }, 'description must not have more than 1000 characters'],
    [{ totalAmount: null }, 'totalAmount must be a number or a string'],
    [{ cancellable: false }, 'cancellable is not a field of this request; did you mean cancelable?'],
    [{ recipient: undefined, streamType: undefined }, 'recipient is required; streamType is required'],
  ])('%j', async (change, message) => {
    expect(await post('/api/streams/create', { ...creation, ...change })).toMatchObject(
      refusal(400, 'INVALID_REQUEST', { message }),
    );
  });
});

describe('hashes', () => {
  it.each([
    '',
    'a',
    'a'.repeat(63),
    'a'.repeat(65),
    'g'.repeat(64),
    `0x${'a'.repeat(62)}`,
    ` ${'a'.repeat(63)}`,
    `${'a'.repeat(64)}\n`,
  ])('%j is none', async (txHash) => {
    for (const action of ['confirm-funding', 'confirm-claim', 'confirm-cancel']) {
      const { status, body } = await post(`/api/streams/${ID}/${action}`, {
        txHash,
        ...(action === 'confirm-claim' && { claimedAmount: 1 }),
      });
      expect([status, body.code, body.message.startsWith('txHash ')]).toEqual([400, 'INVALID_REQUEST', true]);
    }
  });
});

describe('paths and queries', () => {
  it.each([
    '1',
    'undefined',
    'null',
    '%00',
    '..%2f..',
    "'; drop table streams; --",
    'x'.repeat(400),
    `${ID}0`,
    '%F0%9F%92%A9',
  ])('%j is not an id', async (id) => {
    for (const rest of ['', '/schedule', '/funding-info', '/claim-info']) {
      const { status, body } = await send({
        url: `/api/streams/${encodeURI(decodeURIComponent(id)).replaceAll('/', '%2f')}${rest}`,
      });
      expect([status, body.code, body.message]).toEqual([400, 'INVALID_REQUEST', 'id must be a uuid']);
    }
  });

  it.each([
    'limit=0',
    'limit=201',
    'limit=-1',
    'limit=1.5',
    'limit=abc',
    'limit=1e2',
    'limit=1&limit=2',
    'status=DONE',
    'status=active',
    'cursor=%00',
    `cursor=${'a'.repeat(300)}`,
  ])('GET /api/streams refuses %s', async (query) => {
    const { status, body } = await send({ url: `/api/streams?${query}` });
    expect([status, body.code, body.message.startsWith(`${query.split('=')[0] ?? ''} `)]).toEqual([
      400,
      'INVALID_REQUEST',
      true,
    ]);
  });

  it.each(['points=1', 'points=1001', 'points=x'])('a schedule refuses %s', async (query) => {
    expect(await send({ url: `/api/streams/${ID}/schedule?${query}` })).toMatchObject(refusal(400, 'INVALID_REQUEST'));
  });

  it.each(['funding-info', 'claim-info'])('%s refuses unknown encodings', async (route) => {
    const message = 'encoding must be one of tagged, plain';
    expect(await send({ url: `/api/streams/${ID}/${route}?encoding=hex` })).toMatchObject(
      refusal(400, 'INVALID_REQUEST', { message }),
    );
  });

  it('answers addresses that cannot be decoded', async () => {
    expect(await send({ url: '/api/streams/%zz' })).toMatchObject(refusal(400, 'MALFORMED_REQUEST'));
  });
});

describe('the caller', () => {
  const guarded = [
    '/api/streams/create',
    `/api/streams/${ID}/claim`,
    `/api/streams/${ID}/cancel`,
    '/api/vaults',
    `/api/vaults/${ID}/proposals`,
    `/api/proposals/${ID}/signatures`,
  ];
  const other = createWallet({ privateKey: 'caller', prefix: 'bitcoincash' }).address;

  it.each(guarded)('is demanded by %s before the body is read', async (url) => {
    for (const headers of [{}, { 'x-user-address': '' }, { 'x-user-address': ' ' }]) {
      const answer = await send({ method: 'POST', url, headers, payload: { nonsense: true } });
      expect(answer).toMatchObject(refusal(401, 'CALLER_REQUIRED'));
    }
  });

  it.each([...guarded, '/api/streams/preview'])('must be an address of the network on %s', async (url) => {
    for (const address of [
      'nonsense',
      other,
      `${CALLER}x`,
      CALLER.replace('bchtest:q', 'bchtest:Q'),
      CALLER.replace('bchtest:', 'BCHTEST:'),
      'bchtest:',
      '\u00ff',
      'a'.repeat(5_000),
      `${CALLER}, ${other}`,
    ]) {
      const answer = await send({ method: 'POST', url, headers: { 'x-user-address': address }, payload: creation });
      expect(answer).toMatchObject(refusal(400, 'INVALID_ADDRESS', { details: { field: 'x-user-address' } }));
    }
  });
});

describe('routes', () => {
  it('are named when they are missing', async () => {
    for (const url of ['/', '/api', '/api/treasuries', '/api/streams/a/b/c', '/API/streams']) {
      expect(await send({ url })).toMatchObject(refusal(404, 'ROUTE_NOT_FOUND'));
    }
  });

  it.each([
    ['DELETE', '/api/streams', 'GET'],
    ['PUT', `/api/streams/${ID}`, 'GET'],
    ['GET', `/api/streams/${ID}/claim`, 'POST'],
    ['DELETE', '/api/transactions/broadcast', 'POST, GET'],
  ] as const)('%s %s is answered with the methods there are', async (method, url, allow) => {
    expect(await send({ method, url })).toMatchObject({
      status: 405,
      body: { code: 'METHOD_NOT_ALLOWED' },
      headers: { allow },
    });
  });

  it('echo a request id and name it in errors', async () => {
    const { body, headers } = await send({ url: '/nowhere', headers: { 'x-request-id': 'mine-1' } });
    expect([body.requestId, headers['x-request-id']]).toEqual(['mine-1', 'mine-1']);
    const other = await send({ url: '/nowhere' });
    expect(other.body.requestId).toBe(other.headers['x-request-id']);
  });
});

describe('a body of many parts', () => {
  const keys = (count: number): object => Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, 1]));

  it.each([
    ['/api/auth/nonce', keys(90_000), 413, 'PAYLOAD_TOO_LARGE', /larger than the limit/],
    ['/api/auth/nonce', keys(101), 400, 'INVALID_REQUEST', /an object with more than 100 keys/],
    ['/api/plans/preview', keys(90_000), 400, 'INVALID_REQUEST', /an object with more than 100 keys/],
    ['/api/plans/preview', { streams: Array(300_000).fill([]) }, 400, 'INVALID_REQUEST', /more than 250000 values/],
  ])('is refused by %s before it is parsed', async (url, payload, status, code, message) => {
    expect(await post(url, payload)).toMatchObject({ status, body: { code, message: textLike(message) } });
  });
});
