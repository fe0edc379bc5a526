import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { GetStreamResponse, ReadyResponse } from '@weir/api-contract';
import { createWeir, isWeirError } from '@weir/client';
import { eventually } from '@weir/testing';
import {
  makeArchive,
  startPostgres,
  startRestored,
  startStandby,
  takeBaseBackup,
  type Archive,
  type PostgresServer,
  type StandbyServer,
} from '@weir/testing/postgres';
import { RetryingServer } from '../support/balancer/retrying-server.js';
import { type Client, succeeded } from '../support/client.js';
import { startLoggedApp } from '../support/faults/logged-app.js';
import { commitWith, databaseAt, listOf, lookInto, onServer, untilTrue } from '../support/faults/servers.js';
import { startFixture, type Fixture } from '../support/fixture.js';
import { COIN, createActiveStream, createStream, payClaim, payFunding } from '../support/stream-scenario.js';

const HOUR = 3_600;

let archive: Archive;
let directory: string;
let primary: PostgresServer;
let standby: StandbyServer;
let fixture: Fixture;
/** Two replicas that know both servers, and read at the standby. */
let origins: readonly string[];
let replicas: readonly Client[];
const stops: (() => Promise<void>)[] = [];

beforeAll(async () => {
  archive = await makeArchive();
  directory = await mkdtemp(join(tmpdir(), 'weir-base-backup-'));
  primary = await startPostgres({ settings: archive.settings });
  process.env['DATABASE_URL'] = primary.url;
  fixture = await startFixture().finally(() => delete process.env['DATABASE_URL']);
  standby = await startStandby(primary.url, 'one');
  await takeBaseBackup(primary.url, join(directory, 'base'));
  const { databaseUrl } = fixture.config;
  const settings = {
    DATABASE_URL: listOf(databaseUrl, primary, standby),
    DATABASE_READ_URL: listOf(databaseUrl, primary, standby),
    DATABASE_READ_WAIT: '10000',
    WATCHER: 'protect',
  };
  origins = [await fixture.listen(settings), await fixture.listen(settings)];
  replicas = origins.map((origin) => fixture.client.at(new RetryingServer(() => origin)));
});
afterAll(async () => {
  for (const stop of stops.toReversed()) await stop();
  // Where the fixture's database is dropped, without waiting for a standby.
  await primary.restart();
  await onServer(primary, 'ALTER SYSTEM RESET synchronous_standby_names', 'SELECT pg_reload_conf()');
  await fixture.stop();
  await Promise.all([standby.stop(), primary.stop()]);
  await Promise.all([archive.remove(), rm(directory, { recursive: true, force: true })]);
});

const replica = (at: number): Client => replicas[at] ?? fixture.client;
const get = async (client: Client, path: string) => (await client.get<GetStreamResponse>(path)).body.stream;
/** How often a place read, as the first replica counts it. */
const readsBy = async (place: string): Promise<number> => {
  const figures = await (await fetch(new URL('/metrics', origins[0]))).text();
  const line = figures.split('\n').find((each) => each.startsWith(`weir_db_reads_total{place="${place}"}`));
  return Number(line?.split(' ').at(-1) ?? 0);
};
/** No step counts twice, and what records say fits their steps. */
const assertCounted = async (url: string): Promise<void> => {
  await lookInto(url, async (db) => {
    const steps = await db.selectFrom('transitions').select(['resourceId', 'txHash']).execute();
    expect(new Set(steps.map((step) => `${step.resourceId} ${step.txHash}`)).size).toBe(steps.length);
    const streams = await db.selectFrom('streams').select(['id', 'withdrawnAmount']).execute();
    const claims = await db.selectFrom('streamClaims').select(['streamId', 'amount']).execute();
    for (const { id, withdrawnAmount } of streams) {
      const claimed = claims.filter(({ streamId }) => streamId === id).map(({ amount }) => amount);
      expect(claimed.reduce((sum, amount) => sum + amount, 0n)).toBe(withdrawnAmount);
    }
  });
};

describe('a standby that reads', () => {
  it('answers as the primary does, after every write', async () => {
    const host = new URL(standby.url).host;
    await untilTrue(async () => {
      await replica(0).get('/api/streams');
      return (await readsBy(host)) > 0;
    });
    const before = await readsBy('primary');
    const { path, sender, created } = await createActiveStream(fixture);
    const paths = [
      ...[path, `${path}/schedule?points=3`, '/api/streams?limit=5', `/api/streams?sender=${sender.address}`],
      ...[
        '/api/payments',
        '/api/airdrops',
        `/api/airdrops/claimable?address=${sender.address}`,
        '/api/explorer/activity',
      ],
      ...['/api/vaults', '/api/plans', `/api/search?q=${encodeURIComponent(created.stream.stream_id)}`],
      `/api/exports/activity?address=${sender.address}&format=json`,
    ];
    for (const each of paths) {
      const [here, there] = [fixture.client.as(sender.address), replica(0).as(sender.address)];
      const { status, body } = await there.get(each);
      expect({ each, status, body }).toEqual({ each, status: 200, body: (await here.get(each)).body });
    }
    expect(await readsBy('primary')).toBe(before);
    await eventually(async () => {
      const { body } = await replica(0).get<ReadyResponse>('/ready');
      expect(body.checks.standbys).toEqual([
        { ok: false, bytesBehind: null, reason: 'it is not a standby of the primary' },
        { ok: true, bytesBehind: expect.any(Number) as number },
      ]);
    });
  });
});

describe('a restore to a moment', () => {
  it('is brought up to the chain from there on', async () => {
    const claimed = await createActiveStream(fixture);
    const funded = await createStream(fixture);
    const [moment] = await onServer(primary, 'SELECT pg_current_wal_lsn() AS lsn, pg_switch_wal()');
    await fixture.advance(10 * HOUR);
    const { txHash, claimedAmount, claimedBase } = await payClaim(fixture, claimed);
    await succeeded(fixture.client.post(`${claimed.path}/confirm-claim`, { txHash, claimedAmount }));
    const fundingTxHash = await payFunding(fixture, funded);
    await succeeded(fixture.client.post(`${funded.path}/confirm-funding`, { txHash: fundingTxHash }));
    const [last] = await onServer(primary, 'SELECT pg_walfile_name(pg_current_wal_lsn()) AS file, pg_switch_wal()');
    await untilTrue(
      async () =>
        (await onServer(primary, `SELECT FROM pg_stat_archiver WHERE last_archived_wal >= '${String(last?.['file'])}'`))
          .length === 1,
    );
    const restored = await startRestored({
      backup: join(directory, 'base'),
      archive: archive.directory,
      target: `recovery_target_lsn = '${String(moment?.['lsn'])}'`,
      password: new URL(primary.url).password,
    });
    stops.push(() => restored.stop());
    const url = databaseAt(fixture.config.databaseUrl, restored);
    const resting = await startLoggedApp(fixture, { DATABASE_URL: url });
    expect(await get(resting.client, claimed.path)).toMatchObject({ status: 'ACTIVE', withdrawn_amount_base: '0' });
    expect(await get(resting.client, funded.path)).toMatchObject({ status: 'PENDING' });
    await resting.stop();
    const app = await startLoggedApp(fixture, { DATABASE_URL: url, WATCHER: 'protect' });
    // The watcher follows what is funded; a funding is confirmed again.
    await untilTrue(async () => (await get(app.client, claimed.path)).withdrawn_amount_base === claimedBase.toString());
    await succeeded(app.client.post(`${funded.path}/confirm-funding`, { txHash: fundingTxHash }));
    expect(await get(app.client, funded.path)).toMatchObject({ status: 'ACTIVE', funding_tx_hash: fundingTxHash });
    await assertCounted(url);
    await app.stop();
  });
});

describe('a primary that is killed under traffic', () => {
  it('costs nothing that was answered with success, where commits wait for the standby', async () => {
    await commitWith(primary, 'one');
    const over = new AbortController();
    const answered = { created: new Set<string>(), funded: new Set<string>(), claimed: new Map<string, bigint>() };
    const live = async (baseUrl: string): Promise<void> => {
      const weir = createWeir({ baseUrl });
      while (!over.signal.aborted) {
        const [sender, recipient] = [fixture.wallet(COIN * 2n), fixture.wallet(COIN / 100n)];
        const start = fixture.time() - 50 * HOUR;
        try {
          const stream = await weir.streams.create(
            {
              recipient: recipient.address,
              totalAmount: 1,
              streamType: 'LINEAR',
              startTime: start,
              endTime: start + 100 * HOUR,
            },
            sender,
          );
          answered.created.add(stream.id);
          await stream.fund(sender);
          answered.funded.add(stream.id);
          const { stream: after } = await stream.claim(recipient);
          answered.claimed.set(stream.id, after.withdrawn_amount_base);
        } catch (error) {
          // The service may refuse for a while; what it did not answer does not count.
          if (!isWeirError(error)) throw error;
        }
      }
    };
    const clients = [...origins, ...origins].map(live);
    const claims = (count: number) => untilTrue(() => Promise.resolve(answered.claimed.size >= count));
    await claims(6);
    await primary.kill();
    await standby.promote();
    await claims(answered.claimed.size + 6);
    over.abort();
    await Promise.all(clients);

    const list = listOf(fixture.config.databaseUrl, standby);
    await lookInto(list, async (db) => {
      const rows = await db.selectFrom('streams').select(['id', 'status', 'withdrawnAmount']).execute();
      const byId = new Map(rows.map((row) => [row.id, row]));
      for (const id of answered.created) expect(byId.has(id)).toBe(true);
      for (const id of answered.funded) expect(byId.get(id)?.status).toBe('ACTIVE');
      for (const [id, amount] of answered.claimed) expect(byId.get(id)?.withdrawnAmount).toBe(amount);
    });
    await assertCounted(list);
    const leaders = async () => {
      const answers = await Promise.all(replicas.map((each) => each.get<ReadyResponse>('/ready')));
      return answers.filter(({ body }) => body.checks.watcher.isLeader).length;
    };
    await untilTrue(async () => (await leaders()) === 1);
    await eventually(async () =>
      expect((await replica(1).get<ReadyResponse>('/ready')).body).toMatchObject({
        status: 'ready',
        checks: { database: { ok: true }, standbys: [{ ok: false }, { ok: false }] },
      }),
    );
  });

  it('costs steps that the standby did not have, where commits do not wait, until they are read from the chain', async () => {
    const second = await startStandby(standby.url, 'two');
    stops.push(() => second.stop());
    const { databaseUrl } = fixture.config;
    const app = await startLoggedApp(fixture, {
      DATABASE_URL: listOf(databaseUrl, standby, second),
      WATCHER: 'protect',
    });
    stops.push(() => app.stop());
    const replica = { ...fixture, client: app.client };
    const claimed = await createActiveStream(replica);
    const funded = await createStream(replica);
    await fixture.advance(10 * HOUR);
    const caughtUp = `SELECT FROM pg_stat_replication WHERE application_name = 'two' AND replay_lsn >= pg_current_wal_flush_lsn()`;
    await untilTrue(async () => (await onServer(standby, caughtUp)).length === 1);
    // From here on nothing reaches it.
    await onServer(second, "ALTER SYSTEM SET primary_conninfo = ''", 'SELECT pg_reload_conf()');
    await untilTrue(async () => (await onServer(standby, 'SELECT FROM pg_stat_replication')).length === 0);

    const { txHash, claimedAmount, claimedBase } = await payClaim(replica, claimed);
    await succeeded(app.client.post(`${claimed.path}/confirm-claim`, { txHash, claimedAmount }));
    const fundingTxHash = await payFunding(replica, funded);
    await succeeded(app.client.post(`${funded.path}/confirm-funding`, { txHash: fundingTxHash }));
    const lists = async () => (await app.client.get<{ total: number }>('/api/streams?status=ACTIVE')).body.total;
    const before = await lists();
    await standby.kill();
    await second.promote();
    await lookInto(databaseAt(databaseUrl, second), async (db) => {
      const row = await db.selectFrom('streams').select('status').where('id', '=', funded.id).executeTakeFirst();
      expect(row).toEqual({ status: 'PENDING' });
    });
    await untilTrue(async () => (await app.client.get(funded.path)).status === 200);
    // Answers that were kept of before are not given again.
    expect(await lists()).toBe(before - 1);
    await succeeded(app.client.post(`${funded.path}/confirm-funding`, { txHash: fundingTxHash }));
    expect(await lists()).toBe(before);
    await untilTrue(async () => (await get(app.client, claimed.path)).withdrawn_amount_base === claimedBase.toString());
    await assertCounted(databaseAt(databaseUrl, second));
  });
});
