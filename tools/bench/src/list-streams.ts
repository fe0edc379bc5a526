import { hexToBin } from '@bitauth/libauth';
import { sql } from 'kysely';
import { lockingBytecodeOf, partyAddress } from '@weir/covenants';
import { startDevnet } from '@weir/devnet';
import { createDatabase, encodeCursor, type Database } from '@weir/infra';
import { startStandby } from '@weir/postgres';
import { startBareServer } from './support/reading/bare-server.js';
import type { Reading } from './support/reading/measure-reading.js';
import { printReadings } from './support/reading/reading-table.js';
import { startReplicas } from './support/reading/replicas.js';
import { serverPid, startSeeded } from './support/reading/seeded-database.js';
import { writeStreams } from './support/reading/writing.js';
import { FIRST_SEEDED, SEEDED_SENDERS, seedStreamsAtOnce, senderHashOf } from './support/seed-streams.js';

/**
 * `GET /api/streams`, pages of 50, over real Postgres, by one API and by two: pages anywhere, none asked for twice; the lists of 1,000
 * callers among 50 writes a second; one question again and again; and the same bytes from a bare Fastify. BENCH_ROWS (1,000,000)
 * streams, BENCH_CLIENTS (8) at once, BENCH_SECONDS (8) each; BENCH_STANDBY=1 reads at a streaming standby, too.
 */
const rows = Number(process.env['BENCH_ROWS'] ?? 1_000_000);
const clients = Number(process.env['BENCH_CLIENTS'] ?? 8);
const seconds = Number(process.env['BENCH_SECONDS'] ?? 8);
const WRITES = 50;
/** Has no factor in common with numbers of rows people write: all places are passed before one comes again. */
const STRIDE = 7_368_787;
/** Above the rows of any page. */
const PAGE = 200;

const countStreams = async (db: Database): Promise<number> =>
  (await sql<{ count: number }>`SELECT count(*)::int AS count FROM streams`.execute(db)).rows[0]?.count ?? 0;
const database = await startSeeded(rows, seedStreamsAtOnce, countStreams);
const { db, pid, postgres } = database;
const devnet = await startDevnet();

const ANY_ID = 'ffffffff-ffff-7fff-bfff-ffffffffffff';
let asked = 0;
const somewhere = (): string => {
  asked += 1;
  const place = PAGE + ((asked * STRIDE) % (rows - PAGE));
  return `/api/streams?limit=50&cursor=${encodeCursor({ createdAt: BigInt(FIRST_SEEDED + place), id: ANY_ID })}`;
};
const callers = Array.from(
  { length: SEEDED_SENDERS },
  (_, n) => partyAddress(lockingBytecodeOf(hexToBin(senderHashOf(n))), 'devnet') ?? '',
);
const ofCaller = (turn: number): string => `/api/streams?limit=50&sender=${callers[turn % callers.length] ?? ''}`;
const first = (): string => '/api/streams?limit=50';

const readings: Reading[] = [];
const [one, two] = [await startReplicas(1, postgres.url, devnet), await startReplicas(2, postgres.url, devnet)];
for (const [name, apis] of [
  ['one API', one],
  ['two APIs', two],
] as const) {
  const common = {
    ...{ urls: apis.map(({ url }) => url), pids: apis.map((api) => api.pid), databases: [pid] },
    ...{ clients, seconds },
  };
  readings.push(
    { ...common, name: `pages anywhere, read anew, ${name}`, path: somewhere },
    {
      ...common,
      name: `1,000 callers, ${WRITES} writes/s, ${name}`,
      path: ofCaller,
      // Each of them by each API, once for certain.
      warmUp: 2 * callers.length,
      meanwhile: () => writeStreams(db, rows, WRITES),
    },
    { ...common, name: `one question again and again, ${name}`, path: first },
  );
}
const bare = await startBareServer(await (await fetch(`${one[0]?.url ?? ''}${first()}`)).text());
readings.push({
  ...{ name: 'the same bytes, bare Fastify', urls: [bare.url], pids: [bare.pid], databases: [pid], clients, seconds },
  path: () => '/',
});

const ends: (() => Promise<unknown>)[] = [bare, ...one, ...two].map((each) => () => each.stop());
if (process.env['BENCH_STANDBY'] === '1') {
  // Of an earlier run on the same data.
  await sql`SELECT pg_drop_replication_slot(slot_name) FROM pg_replication_slots WHERE slot_name = 'bench' AND NOT active`.execute(
    db,
  );
  const standby = await startStandby(postgres.url, 'bench');
  const there = createDatabase({ url: standby.url });
  const readers = await startReplicas(1, postgres.url, devnet, { DATABASE_READ_URL: standby.url });
  readings.push({
    ...{ name: 'pages anywhere, read anew, at a standby', path: somewhere, clients, seconds },
    ...{ urls: readers.map(({ url }) => url), pids: readers.map((api) => api.pid) },
    databases: [pid, await serverPid(there)],
  });
  ends.push(
    ...readers.map((api) => () => api.stop()),
    () => there.destroy(),
    () => standby.stop(),
  );
}

const found = await printReadings(readings);
const rate = (name: string): number => found.get(name)?.perSecond ?? Number.NaN;
console.log(
  `\npages anywhere: ${Math.round(rate('pages anywhere, read anew, two APIs'))} requests/s by two APIs (goal 1,500)`,
);
const share = rate(`1,000 callers, ${WRITES} writes/s, one API`) / rate('the same bytes, bare Fastify');
console.log(`1,000 callers among writes / bare route: ${share.toFixed(2)} (goal 0.5)`);

for (const end of ends) await end();
await devnet.stop();
await database.stop();
