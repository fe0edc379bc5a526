import { setTimeout as sleep } from 'node:timers/promises';
import { createNode, startDevnet, type ChainNode, type Devnet } from '@weir/devnet';
import { createLogger } from '@weir/http';
import { createIndexerDatabase } from '@weir/infra';
import { snapshotOfIndex, type IndexSnapshot } from '@weir/simulation';
import { Chance, eventually } from '@weir/testing';
import type { TestDatabase } from '@weir/testing/postgres';
import { compose } from '../src/composition.js';
import { loadConfig } from '../src/config/load-config.js';
import { createMigrated, NO_LIMITS } from './support/fixture.js';
import { startIndexerProcess, type IndexerProcess } from './support/indexer-process.js';
import { DAY, openStream, type ChainStream } from './support/stream.js';

let node: ChainNode;
let devnet: Devnet;
let database: TestDatabase;
const DEEPEST = 8;
const running = new Set<IndexerProcess>();
const streams: { readonly stream: ChainStream; days: bigint }[] = [];
/** Every transaction of a contract, all of them mined. */
const sent: string[] = [];

const settingsFor = ({ url }: TestDatabase) => ({
  DATABASE_URL: url,
  ...NO_LIMITS,
  BCH_NETWORK: 'devnet',
  ELECTRUM_URLS: devnet.url,
  WATCHER: 'off',
  RATE_LIMIT_MAX: '0',
});

const start = async (): Promise<void> => {
  running.add(await startIndexerProcess(settingsFor(database)));
};

const open = async (): Promise<void> => {
  const stream = await openStream(node);
  streams.push({ stream, days: 0n });
  sent.push(stream.fundingTxid);
  // Deeper than any reorganisation here: the faucet's coins must have matured on every branch.
  node.mine(DEEPEST);
};

beforeAll(async () => {
  database = await createMigrated();
  node = createNode({ now: Math.floor(Date.now() / 1000) - 100 * DAY });
  devnet = await startDevnet({ node });
  await open();
  await Promise.all([start(), start()]);
});
afterAll(async () => {
  await Promise.all([...running].map((indexer) => indexer.kill()));
  await devnet.stop();
  await database.drop();
});

/** Blocks, claims, new streams and reorganisations, a moment apart, as chance has it. */
const bustle = async (random: Chance, steps: number): Promise<void> => {
  const claim = async (): Promise<void> => {
    const chosen = random.pick(streams);
    if (chosen === undefined) return;
    chosen.days += 1n;
    sent.push(await chosen.stream.claim(chosen.stream.start + chosen.days * BigInt(DAY)));
  };
  for (let left = steps; left > 0; left -= 1) {
    const act = random.weighted<() => unknown>([
      [6, claim],
      [2, () => node.mine(random.between(1, 3))],
      [2, () => node.reorganise(random.between(1, DEEPEST), { transactions: 'all' })],
    ]);
    await act();
    await sleep(random.between(0, 25));
  }
};

const writer = (): Promise<IndexerProcess> =>
  eventually(async () => {
    for (const indexer of running) if (await indexer.isWriter()) return indexer;
    throw new Error('There is no writer');
  });

/** Reads tables until they hold everything there is. */
const untilComplete = async ({ url }: TestDatabase): Promise<IndexSnapshot> => {
  const db = createIndexerDatabase({ url });
  try {
    return await eventually(async () => {
      const snapshot = await snapshotOfIndex(db);
      expect(snapshot.blocks.at(-1)?.hash).toBe(node.tip.hash);
      expect(snapshot.events.map(({ txid }) => txid).sort()).toEqual([...sent].sort());
      return snapshot;
    });
  } finally {
    await db.destroy();
  }
};

const replay = async (): Promise<IndexSnapshot> => {
  const fresh = await createMigrated();
  const composition = await compose(loadConfig(settingsFor(fresh)), createLogger('silent'));
  try {
    return await untilComplete(fresh);
  } finally {
    await composition.close();
    await fresh.drop();
  }
};

describe('indexers on one database', () => {
  it.each([1, 2, 3])(
    'go on by themselves, and without a trace of it, when the writer dies of SIGKILL: seed %i',
    async (seed) => {
      if (running.size < 2) await start();
      const random = new Chance(seed);
      await open();
      const doomed = await writer();
      await bustle(random, 12);
      running.delete(doomed);
      expect(await doomed.kill()).toBe('SIGKILL');
      await bustle(random, 4);
      await writer();
      expect(await untilComplete(database)).toEqual(await replay());
    },
  );

  it('stop on SIGTERM', async () => {
    const [last] = running;
    if (last === undefined) throw new Error('None runs');
    running.delete(last);
    expect(await last.stop()).toBe(0);
  });
});
