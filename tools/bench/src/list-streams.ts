import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { loadConfig, startApi } from '@weir/api';
import { startDevnet } from '@weir/devnet';
import { createDatabase, migrateToLatest } from '@weir/infra';
import { startPostgres } from '@weir/postgres';
import autocannon from 'autocannon';
import { seedStreams } from './support/seed-streams.js';

/**
 * `GET /api/streams`, a page of 50, against real Postgres: throughput beside a bare Node server that answers the same
 * bytes from memory, and a deep page beside the first. Rows by BENCH_ROWS, default 1,000,000.
 */
const rows = Number(process.env['BENCH_ROWS'] ?? 1_000_000);
const SECONDS = 8;

const load = async (url: string): Promise<autocannon.Result> => {
  await autocannon({ url, connections: 8, duration: 2, workers: 1 });
  return autocannon({ url, connections: 8, duration: SECONDS, workers: 1 });
};

const bareServer = async (body: string): Promise<{ readonly url: string; close(): void }> => {
  const server = createServer((_, response) => response.setHeader('content-type', 'application/json; charset=utf-8').end(body));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
};

const [postgres, devnet] = await Promise.all([startPostgres(), startDevnet()]);
const database = createDatabase({ url: postgres.url, statementTimeoutMs: 600_000 });
await migrateToLatest(database);
console.log(`Seeding ${rows.toLocaleString('en')} streams …`);
await seedStreams(database, rows);

const api = await startApi(
  loadConfig({ DATABASE_URL: postgres.url, BCH_NETWORK: 'devnet', ELECTRUM_URLS: devnet.url, PORT: '0', LOG_LEVEL: 'fatal', RATE_LIMIT_MAX: '0', WATCHER: 'off' }),
);
const page = async (query: string) => (await fetch(`${api.url}/api/streams?limit=50${query}`)).text();
const cursorOf = (text: string) => (JSON.parse(text) as { nextCursor: string }).nextCursor;

const first = await page('');
// A hundred pages of 200 down.
let cursor = cursorOf(first);
for (let depth = 0; depth < 100; depth += 1) {
  cursor = cursorOf(await (await fetch(`${api.url}/api/streams?limit=200&cursor=${cursor}`)).text());
}
const bare = await bareServer(first);

const results = {
  'first page': await load(`${api.url}/api/streams?limit=50`),
  'deep page': await load(`${api.url}/api/streams?limit=50&cursor=${cursor}`),
  'same bytes from memory': await load(bare.url),
};
for (const [name, { requests, latency, non2xx }] of Object.entries(results)) {
  console.log(`${name.padEnd(24)} ${Math.round(requests.average).toLocaleString('en').padStart(8)} requests/s   p99 ${latency.p99} ms   failures ${non2xx}`);
}
const ratio = (a: number, b: number): string => (a / b).toFixed(2);
console.log(`throughput / from memory ${ratio(results['first page'].requests.average, results['same bytes from memory'].requests.average)}  (goal 0.60)`);
console.log(`deep page / first page   ${ratio(results['deep page'].latency.average, results['first page'].latency.average)}  (goal at most 1.5, mean latency)`);

bare.close();
await api.stop();
await database.destroy();
await devnet.stop();
await postgres.stop();
