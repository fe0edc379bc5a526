import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { binToHex } from '@bitauth/libauth';
import { sql } from 'kysely';
import { startDevnet } from '@weir/devnet';
import { createDatabase, migrateToLatest } from '@weir/infra';
import { startPostgres } from '@weir/postgres';
import { createWallet } from '@weir/wallet';
import { startKillableApi } from './support/killable-api.js';
import { LINES_OF_STREAM, seedMoneyLines } from './support/seed-money-lines.js';

/**
 * Exports an address with BENCH_LINES payments (default a million) as CSV and as JSON: lines per second and memory of
 * the process. Then a client requests an export and stops reading: how long it holds a snapshot.
 */
const wanted = Number(process.env['BENCH_LINES'] ?? 1_000_000);
/** Memory that an export may add to the process, MiB, however many lines: V8 collects lazily. */
const GOAL_MIB = 256;
/** Longest time for which a client that stops reading may hold a snapshot, seconds. */
const GOAL_SECONDS = 5;
const SLOW_MS = 8_000;

const [postgres, devnet] = await Promise.all([startPostgres(), startDevnet()]);
const database = createDatabase({ url: postgres.url, statementTimeoutMs: 0 });
await migrateToLatest(database);
const wallet = createWallet({ privateKey: 'exports' });
console.log(`Storing ${wanted.toLocaleString('en')} lines …`);
await seedMoneyLines(database, Math.ceil(wanted / LINES_OF_STREAM), binToHex(wallet.publicKeyHash));
const api = await startKillableApi({
  DATABASE_URL: postgres.url,
  BCH_NETWORK: 'devnet',
  ELECTRUM_URLS: devnet.url,
  PORT: '0',
  RATE_LIMIT_MAX: '0',
  WATCHER: 'off',
});

const residentMiB = (): number =>
  Number(/^VmRSS:\s+(\d+) kB$/mu.exec(readFileSync(`/proc/${api.pid}/status`, 'utf8'))?.[1]) / 1_024;

const open = (format: string): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const url = `${api.url}/api/exports/activity?format=${format}&address=${wallet.address}`;
    get(url, { agent: false }, resolve).once('error', reject);
  });

/** Reads an export to its end. */
const read = async (format: 'csv' | 'json') => {
  const began = performance.now();
  const answer = await open(format);
  let [lines, bytes, peak] = [0, 0, residentMiB()];
  let first: number | undefined;
  for await (const piece of answer as AsyncIterable<Buffer>) {
    first ??= performance.now() - began;
    bytes += piece.length;
    for (const byte of piece) if (byte === (format === 'csv' ? 10 : 123)) lines += 1;
    peak = Math.max(peak, residentMiB());
  }
  // Accounts for the CSV header, or the object around the lines.
  return { lines: lines - 1, bytes, peak, first: first ?? 0, seconds: (performance.now() - began) / 1_000 };
};

(await open('csv')).destroy();
await sleep(1_000);
const before = residentMiB();
let isGood = true;
for (const format of ['csv', 'json'] as const) {
  const { lines, bytes, peak, first, seconds } = await read(format);
  isGood &&= lines >= wanted && peak - before <= GOAL_MIB;
  console.log(
    `${format}: ${lines.toLocaleString('en')} lines, ${(bytes / 2 ** 20).toFixed(0)} MiB in ${seconds.toFixed(1)} s: ${Math.round(lines / seconds).toLocaleString('en')} lines/s, the first after ${(first / 1_000).toFixed(1)} s; memory ${before.toFixed(0)} MiB before, ${peak.toFixed(0)} MiB at most (goal: ${GOAL_MIB} MiB more)`,
  );
}

const idle = await open('csv');
// Waits for lines, since the CSV header comes at once.
let taken = 0;
while (taken < 65_536) {
  await once(idle, 'readable');
  for (let piece = idle.read() as Buffer | null; piece !== null; piece = idle.read() as Buffer | null)
    taken += piece.length;
}
let [longest, peak] = [0, residentMiB()];
for (const end = performance.now() + SLOW_MS; performance.now() < end;) {
  await sleep(100);
  const { rows } = await sql<{ readonly seconds: number }>`
    SELECT coalesce(max(extract(epoch FROM now() - state_change)), 0)::float8 AS seconds FROM pg_stat_activity
    WHERE application_name = 'weir-api-exports' AND state = 'idle in transaction'`.execute(database);
  longest = Math.max(longest, rows[0]?.seconds ?? 0);
  peak = Math.max(peak, residentMiB());
}
idle.destroy();
isGood &&= longest <= GOAL_SECONDS;
console.log(
  `a reader who reads nothing for ${SLOW_MS / 1_000} s: the snapshot is held for ${longest.toFixed(1)} s (goal: ${GOAL_SECONDS} s), memory ${peak.toFixed(0)} MiB`,
);
await database.destroy();
await api.kill();
await devnet.stop();
await postgres.stop();
process.exit(isGood ? 0 : 1);
