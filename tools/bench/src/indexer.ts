import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startDevnet } from '@weir/devnet';
import {
  createChainReader,
  createElectrumPool,
  createIndexerDatabase,
  createIndexReader,
  migrateIndexer,
} from '@weir/infra';
import { startPostgres } from '@weir/postgres';
import { buildBusyChain, EVENTS_EACH } from './support/busy-chain.js';
import { cpuTime } from './support/cpu-time.js';
import { startKillableApi } from './support/killable-api.js';
import { memoryOf } from './support/memory-of.js';
import { percentile } from './support/percentile.js';

/**
 * The indexer on a chain of `--transactions` in all (by default what the streams take), in which `--streams` (by default one for each
 * forty transactions, 2,000 at least) are funded and claimed from: the time to build an empty database and the indexer's memory; and then
 * the time from the Electrum notification of a change until it is served. The indexer asks for the histories of its own scripts, the
 * beacons and the contracts' addresses, and reads the transactions there: what the others do costs it the length of the chain alone.
 */
const { values } = parseArgs({
  options: { transactions: { type: 'string', default: '0' }, streams: { type: 'string' } },
});
const transactions = Number(values.transactions);
const contracts = Number(values.streams ?? Math.max(2_000, Math.floor(transactions / 40)));
const CHANGES = 200;
const PARTS = 10;

const figure = (count: number): string => Math.round(count).toLocaleString('en');

console.log(`Building a chain with ${figure(contracts)} streams among ${figure(transactions)} transactions …`);
const built = performance.now();
let told = 0;
const { node, streams, counts } = await buildBusyChain(contracts, transactions, CHANGES, (share) => {
  if (share * PARTS < told + 1) return;
  told = Math.floor(share * PARTS);
  console.log(`  ${told}/${PARTS}: ${((performance.now() - built) / 1_000).toFixed(0)} s`);
});
const all = counts.contracts + counts.toBeacons + counts.foreign;
console.log(
  `${figure(all)} transactions in ${figure(node.tip.height)} blocks: ${figure(counts.contracts)} of contracts, ${figure(counts.toBeacons)} others' payments to beacons, ${figure(counts.foreign)} that the indexer never hears of; built in ${((performance.now() - built) / 1_000).toFixed(0)} s, load ${(loadavg()[0] ?? 0).toFixed(1)}`,
);

const [postgres, devnet] = await Promise.all([startPostgres(), startDevnet({ node })]);
const db = createIndexerDatabase({ url: postgres.url });
await migrateIndexer(db);
const reader = createIndexReader(db);

console.log(`the chain and its server: ${await memoryOf(process.pid)} MiB with this bench`);

const began = performance.now();
const served = process.cpuUsage();
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
// Whether each part costs as much as the one before.
for (let part = 1; part <= PARTS; part += 1) {
  while ((await eventsNow()) < (contracts * EVENTS_EACH * part) / PARTS) {
    most = Math.max(most, await memoryOf(indexer.pid));
    await sleep(250);
  }
  const [at, cpu] = [(performance.now() - began) / 1_000, (await cpuTime(indexer.pid)) / 1_000];
  console.log(`  ${part}/${PARTS} of the events: ${at.toFixed(1)} s, ${cpu.toFixed(1)} s of processor, ${most} MiB`);
}
const seconds = (performance.now() - began) / 1_000;
const { system, user } = process.cpuUsage(served);
const serving = system + user;
const { top } = await reader.status();
const verdicts = await db
  .selectFrom('announcements')
  .select(({ fn }) => ['verdict', fn.countAll<bigint>().as('count')])
  .groupBy('verdict')
  .execute();
console.log(
  `replay from nothing, start included: ${seconds.toFixed(1)} s, ${((await cpuTime(indexer.pid)) / 1_000).toFixed(1)} s of processor, ${most} MiB at most, load ${(loadavg()[0] ?? 0).toFixed(1)}; the chain's server with this bench took ${(serving / 1e6).toFixed(1)} s`,
);
console.log(verdicts.map(({ count, verdict }) => `${figure(Number(count))} ${verdict}`).join(', '));
console.log(
  `${figure(all / seconds)} transactions of the chain a second, ${figure((counts.contracts + counts.toBeacons) / seconds)} that the indexer read; ${figure(((top?.height ?? 0) + 1) / seconds)} blocks/s`,
);
console.log(`the chain, its server and this bench by now: ${await memoryOf(process.pid)} MiB`);

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
