import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { createNode, passTime, startDevnet, type NodeTransaction } from '@weir/devnet';
import { createDatabase, migrateToLatest } from '@weir/infra';
import { startPostgres } from '@weir/postgres';
import { cpuTime } from './support/cpu-time.js';
import { startKillableApi } from './support/killable-api.js';
import { memoryOf } from './support/memory-of.js';
import { percentile } from './support/percentile.js';
import { openCheatedStream } from './support/watcher/dishonest-sender.js';
import { makeQuietScripts } from './support/watcher/quiet-scripts.js';
import { seedWatched } from './support/watcher/seed-watched.js';

/**
 * The watcher over `--contracts` ACTIVE streams (100,000), each at a script of its own, in the database and on the chain: how long a
 * first start takes, which reads each of them, and one that knows them; memory; and, of `--lives` more streams (20) that go through
 * the API, how long after a cancel dated back the node has the push, and how long after the block that ends their notice the refund.
 * `--known` leaves the first start out: the database says of each that it was read.
 */
const { values } = parseArgs({
  options: {
    contracts: { type: 'string', default: '100000' },
    lives: { type: 'string', default: '20' },
    known: { type: 'boolean', default: false },
  },
});
const contracts = Number(values.contracts);
const lives = Number(values.lives);
const HOUR = 3_600;
const NOTICE_BLOCKS = 6;

const say = (what: string, found: string): void =>
  console.log(`${what.padEnd(46)} ${found.padEnd(44)} load ${(loadavg()[0] ?? 0).toFixed(1)}`);
const node = createNode({ now: Math.floor(Date.now() / 1_000) - 400 * 86_400 });
node.mine(11);
console.log(`Making ${contracts.toLocaleString('en')} scripts …`);
const scripts = makeQuietScripts(node, contracts);
const postgres = await startPostgres({ settings: ['shared_buffers=512MB'] });
const db = createDatabase({ url: postgres.url, statementTimeoutMs: 0 });
await migrateToLatest(db);
await seedWatched(db, scripts, values.known);
// A public server takes 75,000 of one connection: whoever follows more runs a server of their own.
const devnet = await startDevnet({ node, limits: { subscriptions: contracts + 10_000 } });

const start = () =>
  startKillableApi({
    ...{ DATABASE_URL: postgres.url, BCH_NETWORK: 'devnet', ELECTRUM_URLS: devnet.url, PORT: '0', RATE_LIMIT_MAX: '0' },
    ...{ WATCHER: 'protect', WEBHOOKS: 'off', TOKENS: 'off' },
  });
const countRead = async (): Promise<number> =>
  (await sql<{ count: number }>`SELECT count(*)::int AS count FROM script_readings`.execute(db)).rows[0]?.count ?? 0;
const figureOf = async (url: string, name: string): Promise<number> => {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(new RegExp(`^${name}\\{watcher="stream"\\} (\\d+)`, 'm').exec(text)?.[1] ?? 0);
};
/** Until it holds, looked at again and again. @returns seconds, and the most memory seen meanwhile */
const until = async (pid: number, holds: () => Promise<boolean>, began = performance.now()): Promise<string> => {
  let most = 0;
  while (!(await holds())) {
    most = Math.max(most, await memoryOf(pid));
    await sleep(250);
  }
  const cpu = (await cpuTime(pid)) / 1_000;
  return `${((performance.now() - began) / 1_000).toFixed(1)} s, ${cpu.toFixed(1)} s of processor, ${most} MiB at most`;
};
const following = (url: string) => async () => (await figureOf(url, 'weir_watcher_following')) >= contracts;

/** Whether each part costs as much as the one before. */
const PARTS = 10;
const readAll = async (): Promise<void> => {
  const first = await start();
  const began = performance.now();
  for (let part = 1; part < PARTS; part += 1) {
    while ((await countRead()) < (contracts * part) / PARTS) await sleep(250);
    const [at, cpu] = [(performance.now() - began) / 1_000, (await cpuTime(first.pid)) / 1_000];
    console.log(
      `  ${part}/${PARTS} read: ${at.toFixed(0)} s, ${cpu.toFixed(0)} s of processor, ${await memoryOf(first.pid)} MiB`,
    );
  }
  say('first start, until each was read', await until(first.pid, async () => (await countRead()) >= contracts, began));
  await first.kill();
};

if (!values.known) await readAll();
const api = await start();
say('a start that knows them, until all are followed', await until(api.pid, following(api.url)));

console.log(`Opening ${lives} streams …`);
const cheated = [];
for (let n = 0; n < lives; n += 1) cheated.push(await openCheatedStream(api.url, node, n));
passTime(node, 10 * HOUR);

/** When the node had what spends an output of a transaction, by the hash of that. */
const spentAt = new Map<string, { readonly at: number; readonly txid: string }>();
node.on('transaction', ({ txid, inputs }: NodeTransaction) => {
  for (const input of inputs) if (!spentAt.has(input.txid)) spentAt.set(input.txid, { at: performance.now(), txid });
});
const spenderOf = async (txid: string): Promise<{ readonly at: number; readonly txid: string }> => {
  for (;;) {
    const found = spentAt.get(txid);
    if (found !== undefined) return found;
    await sleep(5);
  }
};
const told = (delays: readonly number[]): string =>
  `p50 ${percentile(delays, 50).toFixed(0)} ms, p95 ${percentile(delays, 95).toFixed(0)} ms of ${delays.length}`;

const [pushes, delays]: [string[], number[]] = [[], []];
for (const stream of cheated) {
  const began = performance.now();
  const push = await spenderOf(await stream.cancelBackdated());
  pushes.push(push.txid);
  delays.push(push.at - began);
}
say('cancel dated back, until its push', told(delays));
// Mined with its cancel, each pushes once more a block before its notice ends, and returns the rest behind that.
node.mine(NOTICE_BLOCKS - 1);
await sleep(5_000);
const due = performance.now();
node.mine(2);
const refunds = await Promise.all(
  pushes.map(async (push) => {
    let last = await spenderOf(push);
    while (spentAt.has(last.txid)) last = await spenderOf(last.txid);
    return last.at - due;
  }),
);
say('block that ends the notices, until what is sent', told(refunds));
say('memory of the API', `${await memoryOf(api.pid)} MiB`);

await api.stop();
await db.destroy();
await devnet.stop();
await postgres.stop();
