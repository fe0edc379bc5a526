import { createIndexerDatabase, createSyncRepository } from '@weir/infra';
import { eventually } from '@weir/testing';
import { createMigrated, useFixture } from './support/fixture.js';
import { openStream, type ChainStream } from './support/stream.js';

const fixture = useFixture();
let stream: ChainStream;
let claim: string;

beforeAll(async () => {
  stream = await openStream(fixture.node);
  claim = await stream.claim(stream.start + 864_000n);
  await fixture.indexed();
});

describe('GET /indexer/streams', () => {
  it('shows a stream that was funded without any API', async () => {
    const { status, body } = await fixture.get('/indexer/streams');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      success: true,
      nextCursor: null,
      streams: [
        {
          contractAddress: stream.address,
          product: 'PLAN_VESTING_BCH',
          sender: stream.sender.address,
          recipient: stream.recipient.address,
          tokenType: 'BCH',
          tokenCategory: null,
          totalAmount: 1,
          totalAmountBase: '100000000',
          releasedAmount: 0.25,
          releasedAmountBase: '25000000',
          status: 'ACTIVE',
          terms: { streamType: 'LINEAR', cancelable: true, cancelNoticeBlocks: 6 },
          fundedTxHash: stream.fundingTxid,
          lastTxHash: claim,
          apiStatus: null,
        },
      ],
    });
    const [row] = body['streams'] as { vestedAmountBase: string }[];
    expect(Number(row?.vestedAmountBase)).toBeGreaterThan(49_000_000);
  });

  it('filters, and pages by its cursor', async () => {
    const second = await openStream(fixture.node);
    await fixture.indexed();
    const lengthOf = async (query: string) =>
      ((await fixture.get(`/indexer/streams?${query}`)).body['streams'] as unknown[]).length;
    await eventually(async () => expect(await lengthOf('')).toBe(2));
    expect(await lengthOf(`address=${second.recipient.address}`)).toBe(1);
    expect(await lengthOf('status=CANCELLED')).toBe(0);
    expect(await lengthOf('token=BCH&status=ACTIVE')).toBe(2);
    expect(await lengthOf(`token=${'ab'.repeat(32)}`)).toBe(0);
    const { body } = await fixture.get('/indexer/streams?limit=1');
    const next = await fixture.get(`/indexer/streams?limit=1&cursor=${String(body['nextCursor'])}`);
    expect([body['streams'], next.body['streams']]).toMatchObject([
      [{ fundedTxHash: second.fundingTxid }],
      [{ fundedTxHash: stream.fundingTxid }],
    ]);
    expect(next.body['nextCursor']).toBeNull();
  });

  it('lists payments and airdrops beside them', async () => {
    expect((await fixture.get('/indexer/payments')).body).toMatchObject({ success: true, payments: [] });
    expect((await fixture.get('/indexer/airdrops')).body).toMatchObject({ success: true, airdrops: [] });
    expect(await fixture.get(`/indexer/airdrops/${stream.address}`)).toMatchObject({
      status: 404,
      body: { message: 'No airdrop is known at this address' },
    });
  });
});

describe('POST /indexer/states', () => {
  const post = (payload: object) => fixture.app.inject({ method: 'POST', url: '/indexer/states', payload });

  it('returns the number of states', async () => {
    const { body } = await fixture.get('/indexer/streams');
    const [first] = (body['streams'] as { fundedTxHash: string }[]).filter(
      ({ fundedTxHash }) => fundedTxHash === stream.fundingTxid,
    );
    const answer = (await post({ fundings: [stream.fundingTxid.toUpperCase(), 'a'.repeat(64)] })).json<{
      states: object[];
      asOf: number;
    }>();
    expect(answer.states).toHaveLength(1);
    expect(first).toMatchObject({ ...answer.states[0] });
    expect((await post({ contractAddresses: [stream.address] })).json<{ states: object[] }>().states).toEqual(
      answer.states,
    );
    expect((await post({ contractAddresses: ['x'] })).json()).toMatchObject({ code: 'INVALID_ADDRESS' });
    expect(answer.asOf).toBe(fixture.node.tip.medianTimePast - 1);
  });

  it.each([
    ['funding', { funding: ['a'.repeat(64)] }, 'fundings'],
    ['contract_addresses', { contract_addresses: [] }, 'contractAddresses'],
    ['contractAddress', { fundings: [], contractAddress: 'x' }, 'contractAddresses'],
    ['surely_not_a_field', { surely_not_a_field: 1 }, null],
  ])('refuses the field %s, and names the likely one', async (field, payload, likely) => {
    const response = await post(payload);
    expect([response.statusCode, response.json()]).toMatchObject([
      400,
      { code: 'INVALID_REQUEST', details: { in: 'body', field, ...(likely !== null && { didYouMean: likely }) } },
    ]);
    if (likely === null) expect(response.json<{ details: object }>().details).not.toHaveProperty('didYouMean');
  });

  it('refuses text that is not a hash, and more hashes than a list can hold', async () => {
    expect((await post({ fundings: ['x'] })).json()).toMatchObject({ code: 'INVALID_REQUEST' });
    expect((await post({ fundings: Array.from({ length: 1_001 }, () => 'a'.repeat(64)) })).json()).toMatchObject({
      code: 'INVALID_REQUEST',
    });
    expect((await post({ fundings: [] })).json()).toMatchObject({ success: true, states: [] });
  });
});

describe('GET /indexer/streams/:contractAddress', () => {
  it('returns the events, and the amounts vested between the commitments', async () => {
    const { body } = await fixture.get(`/indexer/streams/${stream.address}`);
    expect(body).toMatchObject({
      stream: { fundedTxHash: stream.fundingTxid },
      events: [
        { event: 'fund' },
        { event: 'claim', txHash: claim, paidToRecipient: 0.25, paidToRecipientBase: '25000000' },
      ],
      commitmentHistory: [{ differenceBase: '0' }, { txHash: claim, difference: 0.25, differenceBase: '25000000' }],
      otherInstances: [],
    });
  });

  it('knows an address in every form, and says what is none', async () => {
    const [, bare = ''] = stream.address.split(':');
    expect((await fixture.get(`/indexer/streams/${bare}`)).status).toBe(200);
    expect(await fixture.get('/indexer/streams/nonsense')).toMatchObject({
      status: 400,
      body: { code: 'INVALID_ADDRESS' },
    });
    expect(await fixture.get(`/indexer/streams/${stream.sender.address}`)).toMatchObject({
      status: 404,
      body: { code: 'NOT_FOUND' },
    });
  });
});

describe('the figures', () => {
  it('say what is locked, now and day by day', async () => {
    const from = fixture.node.tip.time - 2 * 86_400;
    const { body } = await fixture.get(`/indexer/tvl?from=${from}&to=${fixture.node.tip.time}`);
    const current = (body['current'] as { bch: { amountBase: string } }).bch.amountBase;
    expect(Number(current)).toBeGreaterThan(175_000_000);
    const snapshots = body['snapshots'] as { bch: { amountBase: string } }[];
    expect(snapshots.map(({ bch }) => bch.amountBase)).toEqual(['0', '0', current]);
  });

  it('say what moved', async () => {
    const { body } = await fixture.get(
      `/indexer/volume?from=${fixture.node.tip.time - 86_400}&to=${fixture.node.tip.time}`,
    );
    expect(body['days']).toMatchObject([
      { bch: { amountBase: '225000000' }, byToken: [], transactions: 3, funded: 2, claimed: 1, cancelled: 0 },
    ]);
  });

  it('refuse times that do not form a range', async () => {
    expect(await fixture.get('/indexer/volume?from=2000000000&to=1000000000')).toMatchObject({
      status: 400,
      body: { code: 'INVALID_TIME' },
    });
    expect(await fixture.get('/indexer/tvl?from=0&to=2000000000')).toMatchObject({
      status: 400,
      body: { code: 'INVALID_TIME' },
    });
    expect(await fixture.get('/indexer/tvl?interval=week')).toMatchObject({
      status: 400,
      body: { code: 'INVALID_REQUEST' },
    });
    expect(await fixture.get('/indexer/streams?cursor=x.y')).toMatchObject({
      status: 400,
      body: { code: 'INVALID_CURSOR' },
    });
    expect(await fixture.get('/indexer/streams?address=bitcoincash:qq')).toMatchObject({
      status: 400,
      body: { code: 'INVALID_ADDRESS' },
    });
    expect(await fixture.get('/indexer/streams?apiStatus=unknown')).toMatchObject({
      status: 400,
      body: { code: 'INVALID_REQUEST', details: { field: 'apiStatus' } },
    });
    expect(await fixture.get(`/indexer/payments/${stream.address}`)).toMatchObject({
      status: 404,
      body: { code: 'NOT_FOUND', message: 'No payment is known at this address' },
    });
    expect(await fixture.get('/nothing')).toMatchObject({ status: 404, body: { code: 'ROUTE_NOT_FOUND' } });
  });
});

describe('what operators ask', () => {
  it('is answered', async () => {
    expect(await fixture.get('/indexer/status')).toMatchObject({
      body: {
        lag: 0,
        reorgs: 0,
        announcements: { accepted: 2, forged: 0 },
        writer: { isLeader: true, hidden: 0, paused: null },
      },
    });
    expect(await fixture.get('/health')).toMatchObject({ status: 200, body: { status: 'ok' } });
    await eventually(async () =>
      expect(await fixture.get('/ready')).toMatchObject({
        status: 200,
        body: { status: 'ready', checks: { indexing: { ok: true, isLeader: true }, watcher: { mode: 'protect' } } },
      }),
    );
    const { payload } = await fixture.app.inject('/metrics');
    expect(payload).toMatch(/indexer_is_writer 1[\s\S]*watcher_is_leader/);
  });
});

describe('an index that is not whole', () => {
  it('is not ready, and has no height, until a first sync is through', async () => {
    const fresh = await createMigrated();
    const app = await fixture.replica({ DATABASE_URL: fresh.url, WATCHER: 'off' });
    const ask = async (url: string) => {
      const { statusCode: status, payload } = await app.inject(url);
      return { status, body: JSON.parse(payload) as Record<string, unknown> };
    };
    const reasons = new Set<unknown>();
    for (;;) {
      const before = await ask('/indexer/status');
      const ready = await ask('/ready');
      if (ready.status === 200) break;
      reasons.add((ready.body as { checks: { indexing: { reason?: string } } }).checks.indexing.reason);
      expect(before.body).toMatchObject({ height: null, blockHash: null, lag: null });
    }
    expect([...reasons].join()).toMatch(/the contracts up to block \d+ are still being read/);
    expect(await ask('/indexer/status')).toMatchObject({ body: { lag: 0, announcements: { accepted: 2 } } });
    expect((await ask('/indexer/tvl')).body['current']).toEqual((await fixture.get('/indexer/tvl')).body['current']);
    await app.close();
  });

  it('is not ready, and says why, while the chain cannot be followed any more', async () => {
    const db = createIndexerDatabase({ url: fixture.database.url });
    const sync = createSyncRepository(db);
    try {
      await sync.noteProblem('The chain is another one');
      expect(await fixture.get('/ready')).toMatchObject({
        status: 503,
        body: { status: 'unready', checks: { indexing: { ok: false, reason: 'The chain is another one' } } },
      });
      expect(await fixture.get('/indexer/status')).toMatchObject({ body: { problem: 'The chain is another one' } });
    } finally {
      await sync.noteProblem(null);
      await db.destroy();
    }
    await eventually(async () => expect((await fixture.get('/ready')).status).toBe(200));
  });
});

describe('the rate limit', () => {
  it('bounds every route and what has none, says when to come back, and leaves probes alone', async () => {
    const app = await fixture.replica({ RATE_LIMIT_MAX: '1', WATCHER: 'off' });
    for (const [index, url] of [
      '/indexer/streams',
      '/indexer/payments',
      '/indexer/airdrops',
      '/indexer/tvl',
      '/indexer/volume',
      '/indexer/status',
      '/nowhere',
    ].entries()) {
      const ask = () => app.inject({ url, remoteAddress: `10.0.0.${index}` });
      const first = await ask();
      expect([url, first.statusCode, first.headers['ratelimit-remaining']]).toEqual([
        url,
        url === '/nowhere' ? 404 : 200,
        '0',
      ]);
      const second = await ask();
      expect([url, second.statusCode, second.json<{ code: string }>().code]).toEqual([url, 429, 'RATE_LIMITED']);
      expect(Number(second.headers['retry-after'])).toBeGreaterThan(0);
    }
    for (const url of ['/health', '/ready', '/metrics'])
      for (const tries of [1, 2]) expect([url, tries, (await app.inject(url)).statusCode]).toEqual([url, tries, 200]);
  });
});
