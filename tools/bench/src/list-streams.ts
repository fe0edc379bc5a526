import autocannon from 'autocannon';
import fastify from 'fastify';
import { sql } from 'kysely';
import { loadConfig, startApi } from '@weir/api';
import { startDevnet } from '@weir/devnet';
import { createDatabase, migrateToLatest } from '@weir/infra';
import { startPostgres } from '@weir/postgres';
import { seedStreams } from './support/seed-streams.js';

/**
 * `GET /api/streams`, a page of 50, against real Postgres: throughput compared with a bare Fastify route that sends the
 * same bytes from memory, idle and during writes; and a deep page compared with the first, each read from the database.
 * BENCH_ROWS rows (default 1,000,000), BENCH_CONNECTIONS concurrent clients (default 8).
 */
const rows = Number(process.env['BENCH_ROWS'] ?? 1_000_000);
const SECONDS = 8;
/** Concurrent clients. */
const CONNECTIONS = Number(process.env['BENCH_CONNECTIONS'] ?? 8);

const load = async (url: string): Promise<autocannon.Result> => {
  await autocannon({ url, connections: CONNECTIONS, duration: 2, workers: 1 });
  return autocannon({ url, connections: CONNECTIONS, duration: SECONDS, workers: 1 });
};

/** Serves the same bytes from a route with nothing around or behind it. */
const bareServer = async (body: string): Promise<{ readonly url: string; close(): Promise<void> }> => {
  const server = fastify();
  server.get('/', (_, reply) => reply.type('application/json; charset=utf-8').send(body));
  return { url: await server.listen({ host: '127.0.0.1', port: 0 }), close: () => server.close() };
};

/** Runs the load while records are written at a rate. */
const loadAmongWrites = async (url: string, perSecond: number): Promise<autocannon.Result> => {
  const writing = setInterval(
    () => void sql`UPDATE streams SET updated_at = updated_at WHERE stream_id = '#WEIR-BCH-0000001'`.execute(database),
    1_000 / perSecond,
  );
  try {
    return await load(url);
  } finally {
    clearInterval(writing);
  }
};

const [postgres, devnet] = await Promise.all([startPostgres(), startDevnet()]);
const database = createDatabase({ url: postgres.url, statementTimeoutMs: 600_000 });
await migrateToLatest(database);
console.log(`Seeding ${rows.toLocaleString('en')} streams …`);
await seedStreams(database, rows);

const api = await startApi(
  loadConfig({
    DATABASE_URL: postgres.url,
    BCH_NETWORK: 'devnet',
    ELECTRUM_URLS: devnet.url,
    PORT: '0',
    LOG_LEVEL: 'fatal',
    RATE_LIMIT_MAX: '0',
    WATCHER: 'off',
  }),
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

/**
 * Writes per second at which every request reads its page from the database, since each write invalidates all pages.
 */
const READ_ANEW = 2_000;
const results = {
  'first page': await load(`${api.url}/api/streams?limit=50`),
  'among 10 writes a second': await loadAmongWrites(`${api.url}/api/streams?limit=50`, 10),
  'first page, read anew': await loadAmongWrites(`${api.url}/api/streams?limit=50`, READ_ANEW),
  'deep page, read anew': await loadAmongWrites(`${api.url}/api/streams?limit=50&cursor=${cursor}`, READ_ANEW),
  'same bytes from memory': await load(bare.url),
};
for (const [name, { requests, latency, non2xx }] of Object.entries(results)) {
  console.log(
    `${name.padEnd(26)} ${Math.round(requests.average).toLocaleString('en').padStart(8)} requests/s   p99 ${latency.p99} ms   failures ${non2xx}`,
  );
}
const memory = results['same bytes from memory'].requests.average;
const shareOf = ({ requests }: autocannon.Result): string => (requests.average / memory).toFixed(2);
console.log(
  `throughput / from memory ${shareOf(results['first page'])} (goal 0.60), among writes ${shareOf(results['among 10 writes a second'])}, read anew ${shareOf(results['first page, read anew'])}`,
);
const slower = results['deep page, read anew'].latency.average / results['first page, read anew'].latency.average;
console.log(`deep page / first page   ${slower.toFixed(2)}  (goal at most 1.5, mean latency)`);

await bare.close();
await api.stop();
await database.destroy();
await devnet.stop();
await postgres.stop();
