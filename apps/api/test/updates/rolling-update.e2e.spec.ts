import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { createWeir } from '@weir/client';
import { createDatabase } from '@weir/infra';
import { eventually } from '@weir/testing';
import { processSettings, startApiProcess } from '../support/api-process.js';
import { startBalancer, type Balancer } from '../support/balancer/balancer.js';
import { NO_LIMITS, useFixture } from '../support/fixture.js';
import { createActiveStream, creationOf } from '../support/stream-scenario.js';
import { type Load, startLoad } from './support/load.js';
import { ADDED, type Version, type VersionProcess, versionIn, writeNextVersion } from './support/next-version.js';
import { streamLife } from './support/stream-life.js';

/** Requests a second: 200 at night, over two replicas of each version. */
const RATE = Number(process.env['WEIR_UPDATE_RATE'] ?? 25);
const REPLICAS = RATE < 100 ? 1 : 2;
/** Requests that are answered between two steps of the update. */
const BETWEEN = 2 * RATE;

const fixture = useFixture();
let settings: NodeJS.ProcessEnv;
let before: Version;
let next: Version;
let folder: string;
/** The replicas that the balancer knows, and those that run. */
const servers: string[] = [];
const running: VersionProcess[] = [];
let balancer: Balancer;
beforeAll(async () => {
  settings = {
    ...processSettings(fixture),
    ...NO_LIMITS,
    NODE_ENV: 'test',
    WATCHER: 'protect',
    RATE_LIMIT_MAX: '0',
    EXPENSIVE_REQUESTS_PER_CLIENT: '0',
    QUOTA_PENDING_NETWORK: '0',
    TOKENS: 'off',
  };
  // Makes the bundle that all processes of a test run share.
  await (await startApiProcess(fixture)).stop();
  const bundle = join(process.env['WEIR_TEST_FOLDER'] ?? '', 'bundle');
  folder = await writeNextVersion(bundle);
  [before, next] = [versionIn(bundle), versionIn(folder)];
  balancer = await startBalancer(servers);
});
afterAll(async () => {
  await Promise.all(running.map((replica) => replica.stop()));
  await balancer.close();
  await rm(folder, { recursive: true });
});

/** Starts a replica, and lets the balancer know once it is ready. */
const add = async (version: Version): Promise<void> => {
  const replica = await version.start(settings);
  running.push(replica);
  await eventually(async () => expect((await fetch(`${replica.url}/ready`)).status).toBe(200));
  servers.push(replica.url);
};

/** Takes the eldest replica from the balancer, and ends it once what the balancer gave it before is answered: preStop hooks wait for that. */
const remove = async (load: Load): Promise<void> => {
  const replica = running.shift();
  if (replica === undefined) throw new Error('No replica runs');
  servers.splice(servers.indexOf(replica.url), 1);
  await load.settled();
  expect(await replica.stop()).toBe(0);
};

describe('a rolling update, and back', () => {
  it('fails no request and loses no event', async () => {
    for (let replica = 0; replica < REPLICAS; replica += 1) await add(before);
    const ended = new AbortController();
    const seen: string[] = [];
    const following = (async () => {
      const events = createWeir({ baseUrl: balancer.url }).events(
        { products: ['stream'], kinds: ['created', 'funded', 'claimed'] },
        { signal: ended.signal },
      );
      for await (const event of events) seen.push(`${event.kind} ${event.record.id}`);
    })().catch((error: unknown) => {
      if (!ended.signal.aborted) throw error;
    });
    const sender = fixture.wallet();
    const recipient = fixture.wallet();
    const load = startLoad(balancer.url, RATE, {
      caller: sender.address,
      creation: () => creationOf(fixture, recipient),
      life: () => streamLife(fixture),
    });
    const onward = async (): Promise<void> => {
      fixture.devnet.node.mine();
      const enough = load.answered() + BETWEEN;
      await eventually(() => expect(load.answered()).toBeGreaterThanOrEqual(enough));
    };
    await onward();

    // The next version does not start before its migration.
    await expect(next.start(settings)).rejects.toThrow('ended before it listened');
    expect(await next.migrate(settings)).toBe(0);
    await onward();
    const funded = [await createActiveStream(fixture)];
    for (let replica = 0; replica < REPLICAS; replica += 1) {
      await add(next);
      await onward();
      await remove(load);
      await onward();
    }
    funded.push(await createActiveStream(fixture));
    // And back, on the new schema.
    for (let replica = 0; replica < REPLICAS; replica += 1) {
      await add(before);
      await onward();
      await remove(load);
      await onward();
    }

    const { failures, created, funded: confirmed, claimed, answered, most, perSecond } = await load.stop();
    expect(failures).toEqual([]);
    if (REPLICAS > 1)
      console.log(`${answered} requests, ${perSecond.toFixed(1)} sent a second, ${most} at once at most`);
    expect(answered).toBeGreaterThan(6 * BETWEEN);
    expect(created.length).toBeGreaterThan(answered / 5);
    expect(claimed.length).toBeGreaterThan(answered / 100);
    const expected = [
      ...[...created, ...funded.map(({ id }) => id)].map((id) => `created ${id}`),
      ...[...confirmed, ...funded.map(({ id }) => id)].map((id) => `funded ${id}`),
      ...claimed.map((id) => `claimed ${id}`),
    ].sort();
    await eventually(() => expect(seen.length).toBeGreaterThanOrEqual(expected.length));
    expect([...seen].sort()).toEqual(expected);
    ended.abort();
    await following;

    const database = createDatabase({ url: fixture.config.databaseUrl });
    const { rows } = await sql<{ missing: number }>`
      SELECT count(*)::integer AS missing FROM streams WHERE ${sql.ref(ADDED)} IS DISTINCT FROM 'none'
        OR (created_at > 0 AND id IN (SELECT unnest(${created.slice(-BETWEEN / 4)}::uuid[]))
          AND NOT EXISTS (SELECT FROM ${sql.table(`${ADDED}s`)} AS added WHERE added.stream_id = streams.id))`.execute(
      database,
    );
    expect(rows).toEqual([{ missing: 0 }]);
    await database.destroy();
  });
});
