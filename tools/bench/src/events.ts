import { get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { createNode, startDevnet } from '@weir/devnet';
import { createDatabase, migrateToLatest } from '@weir/infra';
import { startPostgres } from '@weir/postgres';
import { startKillableApi } from './support/killable-api.js';
import { percentile } from './support/percentile.js';
import { createStreamDriver, type StreamDriver } from './support/stream-driver.js';

/**
 * BENCH_CLIENTS clients (default 1,000) follow events on one replica while wallets claim from BENCH_STREAMS streams
 * (default 40) without confirming. Measures the time from the node's acceptance of a claim, through the Electrum
 * notification to the watcher, until the clients have the event.
 */
const clients = Number(process.env['BENCH_CLIENTS'] ?? 1_000);
const count = Number(process.env['BENCH_STREAMS'] ?? 40);
const GOAL_MS = 250;

const node = createNode({ now: Math.floor(Date.now() / 1_000) - 400 * 86_400 });
node.mine(11);
const [postgres, devnet] = await Promise.all([startPostgres(), startDevnet({ node })]);
const database = createDatabase({ url: postgres.url, statementTimeoutMs: 0 });
await migrateToLatest(database);
await database.destroy();
const api = await startKillableApi({
  DATABASE_URL: postgres.url,
  BCH_NETWORK: 'devnet',
  ELECTRUM_URLS: devnet.url,
  PORT: '0',
  RATE_LIMIT_MAX: '0',
  EVENTS_CONNECTIONS_NETWORK: '0',
  WATCHER: 'protect',
});

const driver = createStreamDriver(api.url, node);
console.log(`Opening ${count} streams …`);
const streams: StreamDriver[] = [];
for (let index = 0; index < count; index += 1) {
  const stream = await driver.create();
  await stream.confirmFunding();
  streams.push(stream);
}
driver.passTime();
await sleep(3_000);

console.log(`Connecting ${clients.toLocaleString('en')} clients …`);
/** Times at which clients received the event of a transaction, by hash. */
const arrivals = new Map<string, number[]>();
const follow = (): Promise<void> =>
  new Promise((resolve, reject) => {
    get(
      `${api.url}/api/events?kind=claimed`,
      { headers: { accept: 'text/event-stream' }, agent: false },
      (response) => {
        response.setEncoding('utf8');
        response.on('data', (text: string) => {
          const now = performance.now();
          for (const [, txHash = ''] of text.matchAll(/"txHash":"([0-9a-f]{64})"/g)) arrivals.get(txHash)?.push(now);
        });
        response.once('data', () => resolve());
        response.once('error', reject);
      },
    ).once('error', reject);
  });
for (let index = 0; index < clients; index += 50) await Promise.all(Array.from({ length: 50 }, follow));

const delays: number[] = [];
for (const stream of streams) {
  await stream.claim();
  const { txHash, hex } = await stream.signClaim();
  const seen: number[] = [];
  arrivals.set(txHash, seen);
  const began = performance.now();
  node.submit(hex);
  while (seen.length < clients && performance.now() - began < 30_000) await sleep(5);
  if (seen.length < clients) throw new Error(`${seen.length} of ${clients} clients had the event of ${txHash}`);
  delays.push(...seen.map((moment) => moment - began));
  await sleep(100);
}
const p95 = percentile(delays, 95);
console.log(
  `${delays.length.toLocaleString('en')} arrivals: p50 ${percentile(delays, 50).toFixed(0)} ms, p95 ${p95.toFixed(0)} ms, p99 ${percentile(delays, 99).toFixed(0)} ms (goal: p95 ${GOAL_MS} ms)`,
);
await api.kill();
await devnet.stop();
await postgres.stop();
process.exit(p95 <= GOAL_MS ? 0 : 1);
