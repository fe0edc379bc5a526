import { sql } from 'kysely';
import { startDevnet } from '@weir/devnet';
import { encodeCursor, type Database } from '@weir/infra';
import { startBareServer } from './support/reading/bare-server.js';
import type { Reading } from './support/reading/measure-reading.js';
import { printReadings } from './support/reading/reading-table.js';
import { startReplicas } from './support/reading/replicas.js';
import { startSeeded } from './support/reading/seeded-database.js';
import { writeStreams } from './support/reading/writing.js';
import { newestSeeded, seedExplorer } from './support/seed-explorer.js';

/**
 * `GET /api/explorer/activity`, pages of 50 over all products in real Postgres: the first page read anew by one client, pages anywhere
 * by several, by one API and by two; the first page among 50 writes a second, and again and again; and the same bytes from a bare
 * Fastify. BENCH_ROWS (1,000,000) records, BENCH_CLIENTS (8) at once, BENCH_SECONDS (8) each.
 */
const rows = Number(process.env['BENCH_ROWS'] ?? 1_000_000);
const clients = Number(process.env['BENCH_CLIENTS'] ?? 8);
const seconds = Number(process.env['BENCH_SECONDS'] ?? 8);
const WRITES = 50;
const STRIDE = 7_368_787;
const ANY_ID = 'ffffffff-ffff-7fff-bfff-ffffffffffff';

const countAll = async (db: Database): Promise<number> =>
  (
    await sql<{
      count: number;
    }>`SELECT (SELECT count(*) FROM streams)::int + (SELECT count(*) FROM airdrop_campaigns)::int
      + (SELECT count(*) FROM vault_proposals)::int AS count`.execute(db)
  ).rows[0]?.count ?? 0;
const database = await startSeeded(rows, seedExplorer, countAll);
const { db, pid, postgres } = database;
const devnet = await startDevnet();

const pageBefore = (createdAt: number): string =>
  `/api/explorer/activity?cursor=${encodeCursor({ createdAt: BigInt(createdAt), id: ANY_ID })}`;
let asked = 0;
/** The first page each time, by another question. */
const firstAnew = (): string => pageBefore(newestSeeded(rows) + (asked += 1));
const somewhere = (): string => {
  asked += 1;
  const [oldest, newest] = [newestSeeded(200), newestSeeded(rows)];
  return pageBefore(oldest + ((asked * STRIDE) % (newest - oldest)));
};
const first = (): string => '/api/explorer/activity';

const [one, two] = [await startReplicas(1, postgres.url, devnet), await startReplicas(2, postgres.url, devnet)];
const by = (apis: typeof one) => ({
  ...{ urls: apis.map(({ url }) => url), pids: apis.map((api) => api.pid), databases: [pid] },
  ...{ clients, seconds },
});
const bare = await startBareServer(await (await fetch(`${one[0]?.url ?? ''}${first()}`)).text());
const FIRST = 'first page, read anew, one client';
const readings: Reading[] = [
  { ...by(one), name: FIRST, path: firstAnew, clients: 1 },
  { ...by(one), name: 'pages anywhere, read anew, one API', path: somewhere },
  { ...by(two), name: 'pages anywhere, read anew, two APIs', path: somewhere },
  {
    ...by(one),
    name: `first page, ${WRITES} writes/s, one API`,
    path: first,
    meanwhile: () => writeStreams(db, rows, WRITES),
  },
  { ...by(one), name: 'first page again and again, one API', path: first },
  { ...by(one), name: 'the same bytes, bare Fastify', urls: [bare.url], pids: [bare.pid], path: () => '/' },
];
const found = await printReadings(readings);
console.log(`\nfirst page read anew: p50 ${(found.get(FIRST)?.p50 ?? Number.NaN).toFixed(1)} ms (goal 3)`);

for (const each of [bare, ...one, ...two]) await each.stop();
await devnet.stop();
await database.stop();
