import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createNode, startDevnet } from '@weir/devnet';
import {
  createChainReader,
  createElectrumPool,
  createIndexerDatabase,
  createIndexReader,
  migrateIndexer,
} from '@weir/infra';
import { startPostgres } from '@weir/postgres';
import { cpuTime } from './support/cpu-time.js';
import { openBenchStream, type BenchStream } from './support/indexed-chain.js';
import { startKillableApi } from './support/killable-api.js';
import { memoryOf } from './support/memory-of.js';
import { createOthersTraffic } from './support/others-traffic.js';
import { percentile } from './support/percentile.js';

/**
 * The indexer on a chain with BENCH_CONTRACTS streams (default 2,000), each funded and claimed from, among so many transactions in
 * all as `--transactions` says, the rest of them others': the time to build an empty database, and the indexer's memory; and then the
 * time from the Electrum notification of a change until it is served.
 */
const { values } = parseArgs({ options: { transactions: { type: 'string', default: '0' } } });
const contracts = Number(process.env['BENCH_CONTRACTS'] ?? 2_000);
const CHANGES = 200;
const A_BLOCK = 20;
const EVENTS_EACH = 2;

/** Of a stream: what pays its sender, its funding, its claim. */
const TRANSACTIONS_EACH = 3;
const blocks = Math.ceil((2 * contracts) / A_BLOCK);
const others = Math.max(0, Number(values.transactions) - TRANSACTIONS_EACH * contracts);

const node = createNode();
const traffic = createOthersTraffic(node);
const streams: BenchStream[] = [];
console.log(
  `Building a chain with ${contracts.toLocaleString('en')} streams and ${others.toLocaleString('en')} transactions of others …`,
);
const built = performance.now();
const mineAfter = (i: number): void => {
  if (i % A_BLOCK === A_BLOCK - 1) traffic.mine(Math.ceil(others / blocks));
};
for (let i = 0; i < contracts; i += 1) {
  streams.push(await openBenchStream(node, i));
  mineAfter(i);
}
for (const [i, stream] of streams.entries()) {
  await stream.claim();
  mineAfter(i);
}
node.mine(11);
console.log(`built in ${((performance.now() - built) / 1_000).toFixed(0)} s`);

const [postgres, devnet] = await Promise.all([startPostgres(), startDevnet({ node })]);
const db = createIndexerDatabase({ url: postgres.url });
await migrateIndexer(db);
const reader = createIndexReader(db);

const began = performance.now();
const indexer = await startKillableApi(
  {
    DATABASE_URL: postgres.url,
    BCH_NETWORK: 'devnet',
    ELECTRUM_URLS: devnet.url,
    PORT: '0',
    RATE_LIMIT_MAX: '0',
    WATCHER: 'off',
  },
  { app: 'indexer' },
);
const eventsNow = async (): Promise<number> =>
  Number(
    (
      await db
        .selectFrom('events')
        .select(({ fn }) => fn.countAll<bigint>().as('count'))
        .executeTakeFirstOrThrow()
    ).count,
  );
let most = 0;
/** Whether each part costs as much as the one before. */
const PARTS = 10;
for (let part = 1; part <= PARTS; part += 1) {
  while ((await eventsNow()) < (contracts * EVENTS_EACH * part) / PARTS) {
    most = Math.max(most, await memoryOf(indexer.pid));
    await sleep(100);
  }
  const [at, cpu] = [(performance.now() - began) / 1_000, (await cpuTime(indexer.pid)) / 1_000];
  console.log(`  ${part}/${PARTS} of the events: ${at.toFixed(1)} s, ${cpu.toFixed(1)} s of processor, ${most} MiB`);
}
const seconds = (performance.now() - began) / 1_000;
const { top } = await reader.status();
const rate = (count: number): string =>
  Math.round(count / seconds)
    .toLocaleString('en')
    .padStart(8);
console.log(
  `replay from nothing, start included: ${seconds.toFixed(1)} s, ${((await cpuTime(indexer.pid)) / 1_000).toFixed(1)} s of processor, ${most} MiB at most, load ${(loadavg()[0] ?? 0).toFixed(1)}`,
);
console.log(`${rate((top?.height ?? 0) + 1)} blocks/s   ${rate(contracts * EVENTS_EACH)} events/s`);

// A separate listener, so that the indexer's own handling is part of the measurement.
const pool = await createElectrumPool({ urls: [devnet.url] });
const chain = createChainReader(pool);
const untilServed = async (address: string, txid: string): Promise<void> => {
  for (;;) {
    const { stream } = (await (await fetch(`${indexer.url}/indexer/streams/${address}`)).json()) as {
      stream: { lastTxHash: string };
    };
    if (stream.lastTxHash === txid) return;
    await sleep(2);
  }
};
const latencies: number[] = [];
for (let i = 0; i < CHANGES; i += 1) {
  const stream = streams[(i * 7) % streams.length];
  if (stream === undefined) throw new RangeError('No stream');
  const txid = await stream.claim();
  const noticed = new Promise<number>((resolve) => {
    const { hash } = node.tip;
    const stop = chain.subscribeTip(() => {
      if (node.tip.hash === hash) return;
      stop();
      resolve(performance.now());
    });
  });
  node.mine();
  const at = await noticed;
  await untilServed(stream.contract.address, txid);
  latencies.push(performance.now() - at);
}
console.log(
  `notice to served, ${CHANGES} changes: p50 ${percentile(latencies, 50).toFixed(0)} ms   p95 ${percentile(latencies, 95).toFixed(0)} ms  (goal: p95 at most 1,000 ms)`,
);

await pool.close();
await indexer.stop();
await db.destroy();
await devnet.stop();
await postgres.stop();
