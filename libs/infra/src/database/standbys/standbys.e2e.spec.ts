import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import {
  openSession,
  startPostgres,
  startStandby,
  type PostgresServer,
  type StandbyServer,
} from '@weir/testing/postgres';
import { createDatabase, type Database } from '../create-database.js';
import { electLeader, type Leader } from '../leader-election.js';
import { migrateToLatest } from '../migrate.js';
import { DatabaseUnavailableError } from '../sql/database-errors.js';
import { createReads } from './reads.js';
import { openStandbys, type OpenStandby, createPrimaryPosition, readStandbys } from './standbys.js';

/** Longer than a slow machine takes to open a connection. */
const WAIT_MS = 20_000;

let primary: PostgresServer;
let standby: StandbyServer;
/** Of both servers, the standby first. */
let list: string;
let db: Database;
let open: readonly OpenStandby[];
let leader: Leader | undefined;

beforeAll(async () => {
  primary = await startPostgres();
  standby = await startStandby(primary.url, 'one');
  const { host } = new URL(standby.url);
  list = `${primary.url.replace('@', `@${host},`)}?target_session_attrs=read-write`;
  const migrating = createDatabase({ url: list, statementTimeoutMs: 0 });
  await migrateToLatest(migrating);
  await sql`CREATE TABLE said (word text)`.execute(migrating);
  await migrating.destroy();
  db = createDatabase({ url: list });
  open = openStandbys([standby.url], (name) => ({ applicationName: name }));
});
afterAll(async () => {
  await leader?.stop();
  await Promise.all([db.destroy(), ...open.map(({ database }) => database.destroy())]);
  await Promise.all([standby.stop(), primary.stop()]);
});

const say = (word: string) => sql`INSERT INTO said VALUES (${word})`.execute(db);
const wordsAt = async (at: Database) =>
  (await sql<{ word: string }>`SELECT word FROM said ORDER BY word`.execute(at)).rows.map(({ word }) => word);
const onStandby = async (statement: string) => {
  const session = await openSession(standby.url);
  await session.query(statement);
  await session.close();
};

const createReader = (waitMs = WAIT_MS) => {
  const places: string[] = [];
  const reads = createReads({
    primary: db,
    standbys: open.map(({ standby: of, database }) => ({ standby: of, at: database })),
    position: createPrimaryPosition(db),
    waitMs,
    onRead: (place) => places.push(place === 'primary' ? place : 'standby'),
  });
  return { reads, places };
};

/** Until a standby that was suspended has had its time. */
const untilAsked = async ({ reads, places }: ReturnType<typeof createReader>): Promise<void> => {
  while (places.at(-1) !== 'standby') {
    await reads(wordsAt);
    await sleep(20);
  }
};

describe('reading at a standby', () => {
  it('shows at once what was written before, time and again', async () => {
    const reader = createReader();
    await untilAsked(reader);
    const { reads, places } = reader;
    for (let at = 0; at < 20; at += 1) {
      await say(`word ${String(at).padStart(2, '0')}`);
      expect(await reads(wordsAt)).toHaveLength(at + 1);
    }
    expect(places.slice(-20)).toEqual(new Array(20).fill('standby'));
    expect(
      await readStandbys(
        open.map((each) => each.standby),
        createPrimaryPosition(db),
      ),
    ).toEqual([{ name: new URL(standby.url).host, problem: undefined, bytesBehind: 0n }]);
  });

  it('is left to the primary while the standby lags, and comes back', async () => {
    const reader = createReader(50);
    await untilAsked(reader);
    await onStandby('SELECT pg_wal_replay_pause()');
    await say('while it rests');
    expect(await reader.reads(wordsAt)).toContain('while it rests');
    expect(reader.places.at(-1)).toBe('primary');
    const [behind] = await readStandbys(
      open.map((each) => each.standby),
      createPrimaryPosition(db),
    );
    expect(behind?.bytesBehind).toBeGreaterThan(0n);
    await onStandby('SELECT pg_wal_replay_resume()');
    await untilAsked(reader);
    expect(await reader.reads(wordsAt)).toContain('while it rests');
  });

  it('is done again at the primary where the standby ends it, or would have to write', async () => {
    const reader = createReader();
    await untilAsked(reader);
    const isStandby = async (at: Database) =>
      (await sql<{ is: boolean }>`SELECT pg_is_in_recovery() AS is`.execute(at)).rows[0]?.is === true;
    const cut = await reader.reads(async (at) => {
      // As the server does to a query that is in the way of what it replays.
      if (await isStandby(at))
        await sql`DO $$ BEGIN RAISE 'conflict with recovery' USING ERRCODE = '40001'; END $$`.execute(at);
      return wordsAt(at);
    });
    expect(cut).toContain('while it rests');
    await reader.reads((at) => sql`INSERT INTO said VALUES ('by a read')`.execute(at));
    expect(reader.places.slice(-2)).toEqual(['primary', 'primary']);
    // Neither was the server's fault.
    await reader.reads(wordsAt);
    expect(reader.places.at(-1)).toBe('standby');
    await expect(reader.reads((at) => sql`SELECT nothing FROM nowhere`.execute(at))).rejects.toMatchObject({
      code: '42P01',
    });
  });

  it('is left to a primary that does not say what it has committed', async () => {
    const reads = createReads({
      primary: db,
      standbys: open.map(({ standby: of, database }) => ({ standby: of, at: database })),
      position: () => Promise.reject(new DatabaseUnavailableError('It takes no writes')),
      waitMs: WAIT_MS,
    });
    expect(await reads(wordsAt)).toEqual(await wordsAt(db));
  });

  it('is left to the primary while the standby is away', async () => {
    const reader = createReader();
    await untilAsked(reader);
    await standby.crash();
    expect(await reader.reads(wordsAt)).toContain('by a read');
    expect(reader.places.at(-1)).toBe('primary');
    const [away] = await readStandbys(
      open.map((each) => each.standby),
      createPrimaryPosition(db),
    );
    expect(away).toMatchObject({ problem: 'it is away', bytesBehind: null });
    await standby.restart();
    await untilAsked(reader);
  });
});

describe('a list of servers', () => {
  it('gives up connections to a server that takes no writes any more', async () => {
    const pid = async () => (await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(one)).rows[0]?.pid;
    const one = createDatabase({ url: primary.url, maxConnections: 1 });
    const before = await pid();
    await sql`SET default_transaction_read_only = on`.execute(one);
    await expect(sql`INSERT INTO said VALUES ('refused')`.execute(one)).rejects.toThrow(DatabaseUnavailableError);
    expect(await pid()).not.toBe(before);
    await sql`INSERT INTO said VALUES ('taken')`.execute(one);
    await one.destroy();
  });

  it('takes a commit that did not wait for the standbys for no success', async () => {
    const superuser = await openSession(primary.url);
    await superuser.query("ALTER SYSTEM SET synchronous_standby_names = 'nobody'");
    await superuser.query('SELECT pg_reload_conf()');
    const cancelWaiting = `WITH waiting AS MATERIALIZED (SELECT pid FROM pg_stat_activity WHERE wait_event = 'SyncRep')
      SELECT pg_cancel_backend(pid) FROM waiting`;
    // The server takes the setting on in its own time: until then commits succeed without waiting.
    for (let cancelled = false; !cancelled;) {
      let answer: unknown;
      const written = say('not to be relied on').then(
        () => (answer = 'success'),
        (error: unknown) => (answer = error),
      );
      while (answer === undefined && !cancelled) {
        cancelled = (await superuser.query(cancelWaiting)).length > 0;
        if (!cancelled) await sleep(10);
      }
      if (cancelled) expect(await written).toBeInstanceOf(DatabaseUnavailableError);
    }
    await superuser.query('ALTER SYSTEM RESET synchronous_standby_names');
    await superuser.query('SELECT pg_reload_conf()');
    await superuser.close();
    await say('replicated');
  });

  it('leads to the standby that is promoted, pools and elections alike, and not back', async () => {
    const { reads } = createReader();
    let terms = 0;
    const led = async () => {
      while (leader?.isLeader !== true) await sleep(10);
      return terms;
    };
    leader = electLeader({
      url: list,
      name: 'failover',
      retryMs: 20,
      heartbeatMs: 1_000,
      async work(signal) {
        terms += 1;
        await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
      },
    });
    expect(await led()).toBe(1);
    await primary.kill();
    await expect(say('to nobody')).rejects.toThrow(DatabaseUnavailableError);
    await standby.promote();
    await say('to the new one');
    while (terms === 1) await sleep(10);
    expect(await led()).toBe(2);
    // What was a standby of the list follows nobody now: the primary, which it is itself, answers.
    expect(await reads(wordsAt)).toContain('to the new one');
    const [promoted] = await readStandbys(
      open.map((each) => each.standby),
      createPrimaryPosition(db),
    );
    expect(promoted).toMatchObject({ problem: 'it is not a standby of the primary' });

    // The old one comes back and takes writes, as one that was not fenced off: alone, it is still not taken for the primary.
    await primary.restart();
    await standby.crash();
    for (let at = 0; at < 4; at += 1) await expect(say('to the old one')).rejects.toThrow(DatabaseUnavailableError);
    const old = createDatabase({ url: primary.url });
    expect(await wordsAt(old)).not.toContain('to the old one');
    await old.destroy();
    await standby.restart();
    await say('to the new one again');
    expect(await wordsAt(db)).toContain('to the new one again');
  });
});
