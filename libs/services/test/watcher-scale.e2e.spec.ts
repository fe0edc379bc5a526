import { setTimeout as sleep } from 'node:timers/promises';
import { createChainReader, createElectrumPool, type ElectrumPool, type StreamRecord } from '@weir/infra';
import { until, untilSo } from '@weir/testing';
import { createStreamWatcher, type StreamWatcher } from '../src/index.js';
import { openManyStreams } from './support/many-streams.js';
import { startTestbed, useBed } from './support/testbed.js';

/** `WATCHED_STREAMS=10000` measures more. */
const COUNT = Number(process.env['WATCHED_STREAMS'] ?? 200);
/** Calls of one round trip. */
const BATCH = 345;

const bed = useBed(startTestbed);
let streams: StreamRecord[];
beforeAll(async () => {
  streams = await openManyStreams(bed, COUNT);
});

const warnings: unknown[] = [];
const stops: (() => Promise<void>)[] = [];
const stopAll = async (): Promise<void> => {
  for (const stop of stops.splice(0)) await stop();
};
afterEach(async () => {
  await stopAll();
  expect(warnings.splice(0)).toEqual([]);
});

/** A watcher as after the start of its process: nothing is known but what the database keeps. */
const startFresh = async (): Promise<{ pool: ElectrumPool; watcher: StreamWatcher }> => {
  const pool = await createElectrumPool({ urls: [bed.url], timeoutMs: 600_000 });
  const context = { ...bed.context, chain: createChainReader(pool) };
  const log = {
    info: () => undefined,
    warn(details: object) {
      warnings.push(details);
    },
  };
  const watcher = createStreamWatcher({ context, databaseUrl: bed.database.url, log });
  stops.push(
    () => watcher.stop(),
    () => pool.close(),
  );
  return { pool, watcher };
};

const readings = () => bed.db.selectFrom('scriptReadings').select(['resourceId', 'status']).execute();
const untilRead = () => untilSo('all to be read', async () => (await readings()).length === COUNT);
/** Nothing says that no call is to come any more: none came for as long as a busy machine may take for one. */
const untilQuiet = async (pool: ElectrumPool): Promise<void> => {
  for (let seen = -1; seen !== pool.roundTrips;) {
    seen = pool.roundTrips;
    await sleep(2_000);
  }
};

describe(`${COUNT} streams`, () => {
  it('are each read once, then followed by subscription: a start and a block cost next to nothing', async () => {
    const first = await startFresh();
    await untilRead();
    await untilQuiet(first.pool);
    expect(first.pool.roundTrips).toBeLessThan(1.2 * COUNT);
    expect(first.watcher.status()).toMatchObject({ following: COUNT, unsettled: 0 });
    await stopAll();

    const second = await startFresh();
    await untilSo('the start', () => second.watcher.status().following === COUNT);
    await untilQuiet(second.pool);
    expect(second.pool.roundTrips).toBeLessThan(COUNT / BATCH + 20);
    const before = second.pool.roundTrips;
    bed.node.mine();
    await untilSo('a round trip', () => second.pool.roundTrips > before);
    await untilQuiet(second.pool);
    expect(second.pool.roundTrips - before).toBeLessThan(5);
  });

  it('lose no change, heard of or missed while the watcher was away', async () => {
    const statusOf = async (id: string | undefined) =>
      (await readings()).find(({ resourceId }) => resourceId === id)?.status;
    const [missed, heard] = [streams[7], streams.at(-1)];
    const before = [await statusOf(missed?.id), await statusOf(heard?.id)];
    bed.node.fund(missed?.lockingBytecode ?? '', 2_000n);
    const { watcher } = await startFresh();
    await until('what was missed', async () => ((await statusOf(missed?.id)) === before[0] ? undefined : true));
    await untilSo('the start', () => watcher.status().following === COUNT);
    bed.node.fund(heard?.lockingBytecode ?? '', 2_000n);
    await until('what was heard', async () => ((await statusOf(heard?.id)) === before[1] ? undefined : true));
  });
});
