import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hexToBin } from '@bitauth/libauth';
import { sql } from 'kysely';
import { lockingBytecodeOf, partyAddress } from '@weir/covenants';
import { type Database, encodeCursor } from '@weir/infra';
import { type ChildProgram, fromSources, startChildProgram } from './harness/child-program.js';
import { median, printComparison, printFigure, type Side, timed } from './harness/figures.js';
import { printLoads } from './harness/load.js';
import { type Service, startService } from './harness/service.js';
import { FIRST_SEEDED, SEEDED_SENDERS, seedStreams, partyHashOf } from './seed/streams.js';

/**
 * Changes a number of streams a second, each time another one, as claims do: cached lists of its parties are out of date with it.
 *
 * @returns how to stop
 */
const writeStreams = (db: Database, rows: number, perSecond: number): (() => void) => {
  let turn = 0;
  const writing = setInterval(() => {
    turn += 1;
    const name = `#WEIR-BCH-${(1 + ((turn * 7_919) % rows)).toString().padStart(7, '0')}`;
    void sql`UPDATE streams SET updated_at = updated_at + 1 WHERE stream_id = ${name}`.execute(db);
  }, 1_000 / perSecond);
  return () => clearInterval(writing);
};

/** As an operator of a small machine would set it; the data is read here, not written. */
const SETTINGS = ['shared_buffers=1GB', 'max_wal_size=8GB', 'fsync=off', 'full_page_writes=off'];

/**
 * Starts a service over a number of rows. BENCH_DATA names a folder whose data the next run takes up instead of seeding again.
 *
 * @param table one that `seed` fills
 */
const startSeeded = async (
  rows: number,
  table: string,
  seed: (db: Database, rows: number) => Promise<void>,
): Promise<Service> => {
  const service = await startService({ dataDirectory: process.env['BENCH_DATA'], settings: SETTINGS });
  const { rows: some } = await sql`SELECT FROM ${sql.table(table)} LIMIT 1`.execute(service.db);
  if (some.length > 0) return service;
  console.log(`Seeding ${rows.toLocaleString('en')} rows …`);
  await seed(service.db, rows);
  return service;
};

const CHILD = fileURLToPath(new URL('harness/bare-server.child.ts', import.meta.url));

/** Starts a Fastify without anything else, in a separate process, that answers these bytes from memory. */
const startBareServer = async (body: string): Promise<ChildProgram> => {
  const folder = await mkdtemp(join(tmpdir(), 'weir-bare-'));
  const file = join(folder, 'body');
  await writeFile(file, body);
  const child = await startChildProgram([...fromSources(CHILD), file], {});
  // It has read the file before it listens.
  await rm(folder, { recursive: true });
  return child;
};

const rows = Number(process.env['BENCH_ROWS'] ?? 1_000_000);
const clients = Number(process.env['BENCH_CLIENTS'] ?? 8);
const seconds = Number(process.env['BENCH_SECONDS'] ?? 8);
const WRITES = 50;
/** Pages of each depth. */
const ROUNDS = 200;
/** A prime, so that all places pass before one comes again. */
const STRIDE = 7_368_787;
/** Above the rows of any page. */
const PAGE = 200;
const ANY_ID = 'ffffffff-ffff-7fff-bfff-ffffffffffff';

/**
 * `GET /api/streams`, pages of 50, over real Postgres: pages anywhere that were never asked for; the lists of 1,000 callers among 50
 * writes a second; one page again and again; the same bytes from a bare Fastify; and deep pages against first ones. BENCH_ROWS
 * (1,000,000) streams, BENCH_CLIENTS (8) at once, BENCH_SECONDS (8) each.
 */
export const measure = async (): Promise<void> => {
  const service = await startSeeded(rows, 'streams', seedStreams);
  const api = await service.start({}, { isBuilt: true });

  const pageBelow = (place: number): string =>
    `/api/streams?limit=50&cursor=${encodeCursor({ createdAt: FIRST_SEEDED + place, id: ANY_ID })}`;
  let sent = 0;
  const next = (): number => (sent += 1) * STRIDE;
  const callers = Array.from(
    { length: SEEDED_SENDERS },
    (_, n) => partyAddress(lockingBytecodeOf(hexToBin(partyHashOf(n))), 'devnet') ?? '',
  );
  const first = '/api/streams?limit=50';

  const common = { url: api.url, pid: api.pid, databasePid: service.postgresPid, clients, seconds };
  const bare = await startBareServer(await (await fetch(`${api.url}${first}`)).text());
  const [ANYWHERE, CALLERS, AGAIN, BARE] = [
    'pages anywhere, new',
    `1,000 callers, ${WRITES} writes/s`,
    'one page again and again',
    'the same bytes, bare Fastify',
  ];
  const found = await printLoads([
    { ...common, name: ANYWHERE, path: () => pageBelow(PAGE + (next() % (rows - PAGE))) },
    {
      ...common,
      name: CALLERS,
      path: (turn) => `${first}&sender=${callers[turn % callers.length] ?? ''}`,
      warmUp: 2 * callers.length,
      meanwhile: () => writeStreams(service.db, rows, WRITES),
    },
    { ...common, name: AGAIN, path: () => first },
    { ...common, name: BARE, url: bare.url, pid: bare.pid, path: () => '/' },
  ]);

  console.log('');
  const rate = (name: string): Side => ({ name, value: found.get(name)?.perSecond ?? Number.NaN });
  printFigure(ANYWHERE, rate(ANYWHERE).value, 'requests/s', 'at least 500');
  printFigure(CALLERS, rate(CALLERS).value, 'requests/s', 'at least 1,500');
  printComparison('callers / bare route', 'requests/s', [rate(CALLERS), rate(BARE)], 'at least 0.3');
  printComparison('page / bare route', 'requests/s', [rate(AGAIN), rate(BARE)], 'at least 0.6');

  // In turns, so that other load on the machine affects both alike; no place was asked for before.
  const waits = { first: [] as number[], deep: [] as number[] };
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [depth, place] of [
      ['first', rows - (next() % Math.ceil(rows / 50))],
      ['deep', PAGE + (next() % Math.ceil(rows / 10))],
    ] as const)
      waits[depth].push(await timed(async () => (await fetch(`${api.url}${pageBelow(place)}`)).text()));
  printComparison(
    'deep / first page, new, p50',
    'ms',
    [
      { name: 'the oldest tenth', value: median(waits.deep) },
      { name: 'the newest fiftieth', value: median(waits.first) },
    ],
    'at most 1.5',
  );

  await bare.end('SIGTERM');
  await service.stop();
};
