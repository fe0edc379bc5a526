import { rmSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { createNode, startDevnet } from '@weir/devnet';
import { createDatabase, encodeCursor, migrateDown, migrateToLatest } from '@weir/infra';
import { startPostgres } from '@weir/postgres';
import { isSeeded, seedCapacity } from './support/capacity/seed-capacity.js';
import { createStreamDriver } from './support/capacity/stream-driver.js';
import { startKillableApi } from './support/killable-api.js';
import { seconds, timed } from './support/timed.js';

/**
 * Measures one database with `--streams` streams and `--claims` claims, seeded by COPY with Postgres' default
 * durability: disk per record, vacuum, migrations, and latencies of lists, the explorer, claims and confirms.
 * `--transitions` of the claims include everything else that a claim leaves. `--directory` holds the data meanwhile.
 */
const { values } = parseArgs({
  options: {
    streams: { type: 'string', default: '1000000' },
    claims: { type: 'string', default: '10000000' },
    transitions: { type: 'string', default: '1000000' },
    directory: { type: 'string', default: tmpdir() },
    data: { type: 'string' },
    'shared-buffers': { type: 'string', default: '2GB' },
  },
});
const sizes = {
  streams: Number(values.streams),
  claims: Number(values.claims),
  transitions: Math.min(Number(values.transitions), Number(values.claims)),
};
const TURNS = 200;
const STREAMS = 20;

const kept = values.data;
const directory = kept ?? (await mkdtemp(join(values.directory, 'weir-capacity-')));
await mkdir(directory, { recursive: true });
await chmod(directory, 0o755);
// Also after a step that threw: what lies there may be a hundred gigabytes.
if (kept === undefined) process.once('exit', () => rmSync(directory, { recursive: true, force: true }));
const postgres = await startPostgres({ dataDirectory: join(directory, 'data') });
const db = createDatabase({ url: postgres.url, statementTimeoutMs: 0 });
/** Sets what only a restart changes. */
const configure = async (settings: Readonly<Record<string, string>>): Promise<void> => {
  for (const [name, value] of Object.entries(settings))
    await sql`ALTER SYSTEM SET ${sql.ref(name)} = ${sql.lit(value)}`.execute(db);
  await sql`CHECKPOINT`.execute(db);
  await postgres.restart();
};
const say = (what: string, found: string): void =>
  console.log(`${what.padEnd(44)} ${found.padEnd(44)} load ${(loadavg()[0] ?? 0).toFixed(1)}`);

if (!(await isSeeded(db))) {
  // What a load is documented to be cheapest with; nothing is logged of what its own transaction began.
  await configure({
    ...{ shared_buffers: values['shared-buffers'], maintenance_work_mem: '1GB', max_wal_size: '4GB' },
    ...{ wal_level: 'minimal', max_wal_senders: '0' },
  });
  say('migrations on an empty database', await seconds(() => migrateToLatest(db)));
  say('seeding', await seconds(() => seedCapacity(db, directory, sizes)));
}
await configure({ shared_buffers: values['shared-buffers'], wal_level: 'replica', max_wal_senders: '10' });
for (const table of ['streams', 'stream_claims', 'transitions', 'transaction_uses', 'stream_counters'])
  say(`VACUUM ANALYZE ${table}`, await seconds(() => sql`VACUUM (ANALYZE) ${sql.ref(table)}`.execute(db)));

const { rows: tables } = await sql<{ name: string; heap: bigint; whole: bigint; rows: bigint }>`
  SELECT relname AS name, pg_relation_size(oid) AS heap, pg_total_relation_size(oid) AS whole, reltuples::bigint AS rows
  FROM pg_class WHERE relname IN ('streams', 'stream_claims', 'transitions', 'transaction_uses', 'stream_counters')
  ORDER BY whole DESC`.execute(db);
for (const { name, heap, whole, rows } of tables)
  say(
    `disk of ${name}`,
    `${(Number(whole) / 2 ** 30).toFixed(2)} GiB, ${Math.round(Number(whole) / Number(rows))} bytes a row (${Math.round(Number(heap) / Number(rows))} without indexes)`,
  );
say(
  'an index over all claims',
  await seconds(() => sql`CREATE INDEX capacity_trial ON stream_claims (recipient, claimed_at)`.execute(db)),
);
await sql`DROP INDEX capacity_trial`.execute(db);
say(
  'a column with a default over all claims',
  await seconds(() => sql`ALTER TABLE stream_claims ADD COLUMN trial integer NOT NULL DEFAULT 0`.execute(db)),
);
await sql`ALTER TABLE stream_claims DROP COLUMN trial`.execute(db);
say('the last migration, down and up', await seconds(async () => migrateDown(db).then(() => migrateToLatest(db))));

const node = createNode({ now: Math.floor(Date.now() / 1_000) - 400 * 86_400 });
node.mine(11);
const devnet = await startDevnet({ node });
const api = await startKillableApi({
  ...{ DATABASE_URL: postgres.url, BCH_NETWORK: 'devnet', ELECTRUM_URLS: devnet.url, PORT: '0', RATE_LIMIT_MAX: '0' },
  ...{ WATCHER: 'off', WEBHOOKS: 'off', TOKENS: 'off' },
});
const get = async (path: string): Promise<void> => {
  const response = await fetch(`${api.url}${path}`);
  await response.text();
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
};
/** Picks another position each time, so that no answer comes from the cache. */
const place = (turn: number): string =>
  encodeCursor({
    createdAt: BigInt(1_700_000_000 + Math.floor((sizes.streams * (turn + 0.5)) / TURNS)),
    id: 'ffffffff-ffff-7fff-bfff-ffffffffffff',
  });
const { rows: ids } = await sql<{ id: string }>`SELECT id FROM streams TABLESAMPLE SYSTEM_ROWS(${TURNS})`
  .execute(db)
  .catch(() => sql<{ id: string }>`SELECT id FROM streams ORDER BY created_at + 0 LIMIT ${TURNS}`.execute(db));
for (const [name, path] of [
  ['list, 50 rows anywhere', (turn: number) => `/api/streams?limit=50&cursor=${place(turn)}`],
  ['list by status, 50 rows anywhere', (turn: number) => `/api/streams?limit=50&status=ACTIVE&cursor=${place(turn)}`],
  ['explorer, 50 rows anywhere', (turn: number) => `/api/explorer/activity?cursor=${place(turn)}`],
  ['one stream with its claims', (turn: number) => `/api/streams/${ids[turn % ids.length]?.id ?? ''}`],
] as const) {
  await timed(20, (turn) => get(path(turn)));
  say(name, await timed(TURNS, (turn) => get(path(TURNS - 1 - turn))));
}

const driver = createStreamDriver(api.url, node);
const streams = await Promise.all(Array.from({ length: STREAMS }, () => driver.create()));
say('confirm of a funding', await timed(STREAMS, async (turn) => streams[turn]?.confirmFunding()));
driver.passTime();
say('building a claim', await timed(STREAMS, async (turn) => streams[turn]?.claim()));
say('confirm of a claim', await timed(STREAMS, async (turn) => streams[turn]?.confirmClaim()));

const memoryOf = async (pid: number): Promise<string> =>
  `${Math.round(Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1_024)} MiB`;
say('memory of the API', await memoryOf(api.pid));
await api.kill();
await db.destroy();
await devnet.stop();
await postgres.stop();
