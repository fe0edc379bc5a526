import type { FastifyInstance } from 'fastify';
import { lies, startElectrumProxy, type ElectrumProxy, type Misbehaviour } from '@weir/devnet';
import { createIndexerDatabase, migrateIndexer } from '@weir/infra';
import { eventually } from '@weir/testing';
import { startPostgres, type PostgresServer } from '@weir/testing/postgres';
import { createMigrated, useFixture } from './support/fixture.js';
import { openStream } from './support/stream.js';

const fixture = useFixture();
let server: PostgresServer;
let electrum: ElectrumProxy;
/** Indexes by way of what fails. */
let app: FastifyInstance;
beforeAll(async () => {
  server = await startPostgres();
  const db = createIndexerDatabase({ url: server.url, statementTimeoutMs: 0 });
  await migrateIndexer(db);
  await db.destroy();
  electrum = await startElectrumProxy(fixture.devnet.url);
  app = await fixture.replica({
    DATABASE_URL: server.url,
    ELECTRUM_URLS: electrum.url,
    // Some of its faults are that nothing comes.
    ELECTRUM_TIMEOUT: '1000',
    WATCHER: 'off',
  });
});
afterAll(async () => {
  await electrum.stop();
  await server.stop();
});

const get = async (from: FastifyInstance, path: string) => {
  const { statusCode: status, headers, payload } = await from.inject({ method: 'GET', url: path });
  return { status, headers, body: JSON.parse(payload) as Record<string, unknown> };
};

const untilIndexed = (from: FastifyInstance): Promise<void> =>
  eventually(async () =>
    expect((await get(from, '/indexer/status')).body).toMatchObject({ blockHash: fixture.node.tip.hash }),
  );

/** All that an indexer answers, but for what is of its own process. */
const answersOf = async (from: FastifyInstance): Promise<object> => {
  const list = (await get(from, '/indexer/streams?limit=200')).body;
  const addresses = (list['streams'] as { contractAddress: string }[]).map(({ contractAddress }) => contractAddress);
  const singles = await Promise.all(
    addresses.map(async (address) => (await get(from, `/indexer/streams/${address}`)).body),
  );
  const span = `from=${fixture.node.tip.time - 10 * 86_400}&to=${fixture.node.tip.time}`;
  const { announcements, height, blockHash } = (await get(from, '/indexer/status')).body;
  return {
    list,
    singles,
    announcements,
    height,
    blockHash,
    tvl: (await get(from, `/indexer/tvl?${span}`)).body,
    volume: (await get(from, `/indexer/volume?${span}`)).body,
  };
};

/** Somebody opens a stream and takes something out: three blocks. */
const act = async (): Promise<void> => {
  const stream = await openStream(fixture.node);
  await stream.claim(BigInt(fixture.node.tip.medianTimePast) - 1n);
  fixture.node.mine();
};

const assertAsReplayed = async (): Promise<void> => {
  await untilIndexed(app);
  const fresh = await createMigrated();
  const replay = await fixture.replica({ DATABASE_URL: fresh.url, WATCHER: 'off' });
  await untilIndexed(replay);
  expect(await answersOf(app)).toEqual(await answersOf(replay));
  expect((await get(app, '/indexer/streams')).body['streams']).not.toEqual([]);
  await replay.close();
};

describe('an indexer whose Electrum server fails or lies', () => {
  it.each<[string, () => readonly Misbehaviour[]]>([
    ['hangs up', () => [{ fault: { kind: 'drop' }, count: 3 }]],
    ['answers with errors', () => [{ fault: { kind: 'error', message: 'busy' } }]],
    ['hangs', () => [{ fault: { kind: 'hang' } }]],
    [
      'gives other transactions',
      () => [lies.otherTransaction(fixture.node.transaction(fixture.node.blockAt(1)?.txids[0] ?? '')?.hex ?? '')],
    ],
    ['gives false proofs', () => [lies.falseProof(), lies.falsePosition()]],
    ['gives headers that do not link', () => [lies.unlinkedHeaders()]],
    ['knows no transaction', () => [lies.unknownTransactions()]],
    ['shows no history', () => lies.noHistory()],
    ['shows a part of each history', () => [lies.truncatedHistory(1)]],
    ['says that the tip went back', () => [lies.lowerTip(fixture.node, 4)]],
    ['says that the tip is far ahead', () => [lies.higherTip(50)]],
    ['speaks nonsense', () => [{ fault: { kind: 'garbage', text: '{}' }, count: 5 }]],
  ])('answers from what it has, and goes on: %s', async (_, plan) => {
    electrum.misbehave(...plan());
    await act();
    await eventually(() => expect(electrum.misdeeds).toBeGreaterThan(0));
    expect((await get(app, '/indexer/streams')).status).toBe(200);
    expect((await get(app, '/health')).status).toBe(200);
    await electrum.behave();
    await act();
    await untilIndexed(app);
  });

  it('has the tables of a clean replay', assertAsReplayed);

  it('says in /ready that no server answers', async () => {
    await electrum.shut();
    // The end of a connection takes a moment to be noticed.
    await eventually(async () =>
      expect(await get(app, '/ready')).toMatchObject({
        status: 503,
        body: { checks: { electrum: { ok: false, reason: 'no Electrum server answers' } } },
      }),
    );
    await electrum.behave();
    await eventually(async () => expect((await get(app, '/ready')).status).toBe(200));
  });
});

describe('an indexer whose database is restarted', () => {
  it('answers 503 meanwhile, takes the lead again and has the tables of a clean replay', async () => {
    const acting = act();
    await server.crash();
    await acting;
    expect(await get(app, '/indexer/streams')).toMatchObject({
      status: 503,
      headers: { 'retry-after': '5' },
      body: { success: false, code: 'DATABASE_UNAVAILABLE', retryable: true },
    });
    expect(await get(app, '/ready')).toMatchObject({
      status: 503,
      body: { checks: { database: { ok: false, reason: 'unavailable' } } },
    });
    await server.restart();
    await act();
    await server.restart();
    await act();
    await assertAsReplayed();
    await eventually(async () =>
      expect(await get(app, '/ready')).toMatchObject({
        status: 200,
        body: { checks: { indexing: { ok: true, isLeader: true } } },
      }),
    );
  });
});
