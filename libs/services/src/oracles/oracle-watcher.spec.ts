import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { type LocalOracle, startOracle } from '@weir/devnet';
import { createDatabase, createOracleArchive, type Database, migrateToLatest, type OracleArchive } from '@weir/infra';
import { eventually } from '@weir/testing';
import { createTestDatabase } from '@weir/testing/postgres';
import type { Worker } from '../shared/watch/worker.js';
import { createOracleWatcher } from './oracle-watcher.js';

/** A full hour. */
const NOON = 1_800_000_000n;
const DAY = 86_400n;
let now = NOON + 30n;
let lost: (time: bigint) => boolean = () => false;
let oracle: LocalOracle;
let url: string;
let db: Database;
let archive: OracleArchive;
let drop: () => Promise<void>;
const closing: (() => void)[] = [];
const workers: Worker[] = [];

beforeAll(async () => {
  oracle = await startOracle({ priceAt: (time) => 45_000n + (time % 13n), now: () => now });
  ({ url, drop } = await createTestDatabase({
    name: 'api',
    async prepare(target) {
      const made = createDatabase({ url: target, statementTimeoutMs: 0 });
      await migrateToLatest(made);
      await made.destroy();
    },
  }));
  db = createDatabase({ url, connectionTimeoutMs: 0, statementTimeoutMs: 0 });
  archive = createOracleArchive(db);
});
afterAll(async () => {
  await Promise.all([db.destroy(), oracle.stop()]);
  await drop();
});
beforeEach(() => {
  [now, lost] = [NOON + 30n, () => false];
});
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()));
  for (const close of closing.splice(0)) close();
  await sql`TRUNCATE oracle_messages, oracle_lies`.execute(db);
});

interface Relayed {
  readonly message: string;
  readonly signature: string;
  readonly publicKey: string;
}

const serve = async (handle: RequestListener): Promise<string> => {
  const server = createServer(handle).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => (server.closeAllConnections(), server.close()));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};
/** A relay that changes what the oracle's own one answers. */
const relay = (change: (messages: Relayed[]) => Relayed[]): Promise<string> =>
  serve((request, response) => {
    void fetch(`${oracle.url}${request.url}`)
      .then((answer) => answer.json() as Promise<{ readonly oracleMessages: Relayed[] }>)
      .then(({ oracleMessages }) => response.end(JSON.stringify({ oracleMessages: change(oracleMessages) })));
  });
const timeOf = ({ message }: Relayed): bigint => BigInt(Buffer.from(message, 'hex').readUInt32LE(0));
/** The oracle's relay, without what is lost. */
const truthful = () => relay((messages) => messages.filter((each) => !lost(timeOf(each))));

const watch = (relays: readonly string[], settings: { readonly timeoutMs?: number } = {}) => {
  const lines: string[] = [];
  const note = (details: object, message: string): void =>
    void lines.push(
      `${message} ${JSON.stringify(details, (_, value: unknown) => (value instanceof Error ? String(value) : value))}`,
    );
  const worker = createOracleWatcher({
    databaseUrl: url,
    archive,
    oracles: [{ currency: 'USD', decimals: 2, publicKey: oracle.publicKey, relays }],
    allowPrivate: true,
    now: () => Number(now),
    pollMs: 5,
    log: { info: note, warn: note },
    ...settings,
  });
  workers.push(worker);
  return { lines, worker };
};
const stored = async (): Promise<number> => {
  const { rows } = await sql<{
    readonly count: number;
  }>`SELECT count(*)::integer AS count FROM oracle_messages`.execute(db);
  return rows[0]?.count ?? 0;
};
const newest = async () => (await archive.span(oracle.publicKey))?.to;

describe('the oracle watcher', () => {
  it('stores what the oracle signs, of the last day at first, and goes on', async () => {
    const { lines } = watch([await truthful()]);
    await eventually(async () => expect(await stored()).toBe(25 * 60));
    now += 120n;
    await eventually(async () => expect(await newest()).toBe(NOON + 120n));
    const [pair] = await archive.pairs(oracle.publicKey, { due: NOON, grace: DAY }, now);
    expect(pair).toMatchObject({ previous: { time: NOON - 60n }, message: { time: NOON } });
    expect(lines.join()).not.toContain('Reading oracles failed');
  });

  it('loses nothing by relays that lie, hang, fail or answer without end beside one that works', async () => {
    const forged = '11'.repeat(64);
    const working = await truthful();
    const others = await Promise.all([
      relay((messages) => messages.map((each) => ({ ...each, signature: forged }))),
      serve(() => undefined),
      serve((_, response) => void response.writeHead(500).end()),
      serve((_, response) => void response.end('x'.repeat(1_000_000))),
      serve((_, response) => void response.end('garbage')),
      serve((_, response) => void response.writeHead(302, { location: 'http://169.254.169.254/' }).end()),
      Promise.resolve('http://127.0.0.1:1024'),
    ]);
    const { lines } = watch([working, ...others], { timeoutMs: 2_000 });
    /** A busy machine may make the working relay slow for a while. */
    const ofOthers = () => lines.filter((line) => !line.includes(working));
    await eventually(async () => expect(await newest()).toBe(NOON));
    now += 60n;
    await eventually(async () => expect(await newest()).toBe(NOON + 60n));
    for (const problem of [
      'entries that the oracle did not sign',
      'in time',
      'status 500',
      'more than 262144 bytes',
      'other than JSON',
      'status 302',
      'could not be reached',
    ])
      await eventually(() => expect(ofOthers().join()).toContain(problem));
    // A problem is reported when it begins, not in each of the many rounds.
    const [, , failing] = others;
    expect(lines.filter((line) => line.includes(failing)).length).toBeLessThan(4);
  });

  it('asks again for what a relay withheld, and says that a relay works again', async () => {
    let isBroken = true;
    const source = await truthful();
    const broken = await serve((request, response) => {
      if (isBroken) return void response.writeHead(503).end();
      return void fetch(`${source}${request.url}`).then(async (answer) => response.end(await answer.text()));
    });
    lost = (time) => time >= NOON - 7_200n && time < NOON - 3_600n;
    const { lines } = watch([source, broken]);
    await eventually(async () => expect(await stored()).toBe(24 * 60));
    expect(await archive.pairs(oracle.publicKey, { due: NOON - 7_200n, grace: DAY }, now)).toEqual([]);
    [lost, isBroken] = [() => false, false];
    now += 3_700n;
    await eventually(async () => expect(await stored()).toBe(26 * 60 + 2));
    expect(await archive.pairs(oracle.publicKey, { due: NOON - 7_200n, grace: DAY }, now)).toHaveLength(1);
    expect(lines.some((line) => line.startsWith('The relay of an oracle works again'))).toBe(true);
  });

  it('catches up after hours without a process', async () => {
    const first = watch([await truthful()]);
    await eventually(async () => expect(await stored()).toBe(25 * 60));
    await first.worker.stop();
    now += DAY / 2n;
    watch([await truthful()]);
    await eventually(async () => expect(await stored()).toBe(37 * 60));
  });

  it('keeps both of two messages of one number, and reports the lie once', async () => {
    const twin = await startOracle({ priceAt: () => 1n, now: () => now });
    try {
      const { lines } = watch([await truthful(), twin.url]);
      await eventually(async () => expect(await archive.countLies(oracle.publicKey)).toBeGreaterThan(0));
      await eventually(() => expect(lines.length).toBeGreaterThan(0));
      const pairs = await archive.pairs(oracle.publicKey, { due: NOON, grace: DAY }, now);
      expect(pairs.map(({ message }) => message.price)).toContain(1n);
      const lies = lines.filter((line) => line.startsWith('An oracle signed messages that contradict each other'));
      expect(new Set(lies).size).toBe(lies.length);
      expect(lies[0]).toContain('NUMBER_TWICE');
    } finally {
      await twin.stop();
    }
  });

  it('goes on after the database was away', async () => {
    const { lines } = watch([await truthful()]);
    await eventually(async () => expect(await newest()).toBe(NOON));
    await sql`ALTER TABLE oracle_messages RENAME TO away`.execute(db);
    try {
      now += 60n;
      await eventually(() => expect(lines.join()).toContain('Reading oracles failed; retrying'));
    } finally {
      await sql`ALTER TABLE away RENAME TO oracle_messages`.execute(db);
    }
    await eventually(async () => expect(await newest()).toBe(NOON + 60n));
  });
});
