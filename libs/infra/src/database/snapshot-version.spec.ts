import { startPostgres, type PostgresServer } from '@weir/postgres';
import { createDatabase, type Database } from './create-database.js';
import { migrateToLatest } from './migrate.js';
import { createSnapshotVersion } from './snapshot-version.js';

// A server of its own: whoever wrote to another database of the same server would change the name too.
let server: PostgresServer;
let db: Database;
beforeAll(async () => {
  server = await startPostgres();
  db = createDatabase({ url: server.url });
  await migrateToLatest(db);
});
afterAll(async () => {
  await db.destroy();
  await server.stop();
});

const write = (key: string) => db.insertInto('rate_limits').values({ key, window_end: 1, hits: 1 }).execute();

describe("the name of the database's state", () => {
  it('stays while only reading happens', async () => {
    const version = createSnapshotVersion(db);
    const before = await version();
    await db.selectFrom('rate_limits').selectAll().execute();
    expect(await version()).toBe(before);
  });

  it('is another after every write, also for those who ask elsewhere', async () => {
    const other = createDatabase({ url: server.url });
    const [here, there] = [createSnapshotVersion(db), createSnapshotVersion(other)];
    const seen = new Set<string>();
    for (let writes = 0; writes < 20; writes += 1) {
      await write(`write ${writes.toString()}`);
      const name = await here();
      expect(await there()).toBe(name);
      seen.add(name);
    }
    expect(seen.size).toBe(20);
    await other.destroy();
  });

  it('changes when a transaction that was open ends', async () => {
    const version = createSnapshotVersion(db);
    let during = '';
    await db.transaction().execute(async (open) => {
      await open.insertInto('rate_limits').values({ key: 'open', window_end: 1, hits: 1 }).execute();
      during = await version();
      expect(await version()).toBe(during);
    });
    expect(await version()).not.toBe(during);
  });

  it('is never older than its call, however many ask at once', async () => {
    const version = createSnapshotVersion(db);
    for (let round = 0; round < 30; round += 1) {
      const early = [version(), version(), version()];
      await write(`round ${round.toString()}`);
      // Asked for while others may still be under way, and after the write was acknowledged.
      const [late, alone] = await Promise.all([version(), createSnapshotVersion(db)()]);
      expect(late).toBe(alone);
      await Promise.all(early);
    }
  });

  it('says so when the database is away, and asks again next time', async () => {
    const away = createDatabase({ url: 'postgres://127.0.0.1:9/none', connectionTimeoutMs: 500 });
    const version = createSnapshotVersion(away);
    const answers = await Promise.allSettled([version(), version(), version()]);
    expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    await expect(version()).rejects.toMatchObject({ name: 'DatabaseUnavailableError' });
    await away.destroy();
  });
});
