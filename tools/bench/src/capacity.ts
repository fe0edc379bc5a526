import { rmSync } from 'node:fs';
import { chmod, mkdir, mkdtemp } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { createNode, startDevnet } from '@weir/devnet';
import { createDatabase, migrateToLatest } from '@weir/infra';
import { startPostgres } from '@weir/postgres';
import { measurePages } from './support/capacity/measure-pages.js';
import {
  dropFromMemory,
  measureBackup,
  measureDisk,
  measureUpkeep,
  vacuum,
} from './support/capacity/measure-upkeep.js';
import { isSeeded, seedCapacity } from './support/capacity/seed-capacity.js';
import { startKillableApi } from './support/killable-api.js';
import { memoryOf } from './support/memory-of.js';
import { createStreamDriver } from './support/stream-driver.js';
import { seconds, timed } from './support/timed.js';

/**
 * Measures one database with `--streams` streams and `--claims` claims, seeded by COPY with Postgres' default
 * durability: disk per record, vacuum, migrations, and latencies of lists, the explorer, claims and confirms.
 * `--transitions` of the claims include everything else that a claim leaves. `--directory` holds the data meanwhile; `--data` keeps
 * them in a folder, and takes those that a run before has left there. `--reading-only` leaves out what changes much, `--backup` adds
 * a base backup (GNU tar and zstd). What takes Postgres over 20 ms is in its log beside the data.
 */
const { values } = parseArgs({
  options: {
    streams: { type: 'string', default: '1000000' },
    claims: { type: 'string', default: '10000000' },
    transitions: { type: 'string', default: '1000000' },
    directory: { type: 'string', default: tmpdir() },
    data: { type: 'string' },
    'reading-only': { type: 'boolean', default: false },
    backup: { type: 'boolean', default: false },
    'shared-buffers': { type: 'string', default: '2GB' },
  },
});
const sizes = {
  streams: Number(values.streams),
  claims: Number(values.claims),
  transitions: Math.min(Number(values.transitions), Number(values.claims)),
};
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
  console.log(`${what.padEnd(46)} ${found.padEnd(44)} load ${(loadavg()[0] ?? 0).toFixed(1)}`);

if (!(await isSeeded(db))) {
  // What a load is documented to be cheapest with; nothing is logged of what its own transaction began.
  await configure({
    ...{ shared_buffers: values['shared-buffers'], maintenance_work_mem: '1GB', max_wal_size: '4GB' },
    ...{ wal_level: 'minimal', max_wal_senders: '0' },
  });
  say('migrations on an empty database', await seconds(() => migrateToLatest(db)));
  say('seeding', await seconds(() => seedCapacity(db, directory, sizes)));
}
await configure({
  ...{ shared_buffers: values['shared-buffers'], wal_level: 'replica', max_wal_senders: '10' },
  log_min_duration_statement: '20',
});
say('migrations of this version', await seconds(() => migrateToLatest(db)));
await vacuum(db, say);
await measureDisk(db, say);

const node = createNode({ now: Math.floor(Date.now() / 1_000) - 400 * 86_400 });
node.mine(11);
const devnet = await startDevnet({ node });
const start = () =>
  startKillableApi({
    ...{ DATABASE_URL: postgres.url, BCH_NETWORK: 'devnet', ELECTRUM_URLS: devnet.url, PORT: '0', RATE_LIMIT_MAX: '0' },
    ...{ WATCHER: 'off', WEBHOOKS: 'off', TOKENS: 'off' },
  });
await sql`CHECKPOINT`.execute(db);
await postgres.restart();
await dropFromMemory(directory);
const began = performance.now();
const api = await start();
say('start of the API, until it listens', `${((performance.now() - began) / 1_000).toFixed(1)} s`);
console.log('Nothing in memory:');
await measurePages(api.url, sizes.streams, say, { isCold: true });
console.log('Later:');
await measurePages(api.url, sizes.streams, say, { isCold: false });

const driver = createStreamDriver(api.url, node);
const streams = await Promise.all(Array.from({ length: STREAMS }, () => driver.create()));
say('confirm of a funding', await timed(STREAMS, async (turn) => streams[turn]?.confirmFunding()));
driver.passTime();
say('building a claim', await timed(STREAMS, async (turn) => streams[turn]?.claim()));
say('confirm of a claim', await timed(STREAMS, async (turn) => streams[turn]?.confirmClaim()));

say('memory of the API', `${await memoryOf(api.pid)} MiB`);
await api.kill();
if (!values['reading-only']) await measureUpkeep(db, say);
if (values.backup) await measureBackup(db, join(directory, 'data', 'data'), say);
await db.destroy();
await devnet.stop();
await postgres.stop();
