import { once } from 'node:events';
import { createServer } from 'node:net';
import { sql } from 'kysely';
import { createTestDatabase, startPostgres, type TestDatabase } from '@weir/testing/postgres';
import { createDatabase, type Database } from './create-database.js';
import { DatabaseUnavailableError } from './sql/database-errors.js';

describe('createDatabase', () => {
  let server: TestDatabase;
  let db: Database;
  beforeAll(async () => {
    server = await createTestDatabase();
    db = createDatabase({ url: server.url, statementTimeoutMs: 300 });
  });
  afterAll(async () => {
    await db.destroy();
    await server.drop();
  });

  it('reads numeric as bigint, beyond what a float holds, and int8 as number', async () => {
    const { rows } = await sql`
      SELECT 9007199254740991::bigint AS int8, 99999999999999999999::numeric(20,0) AS amount,
        sum(x) AS total, count(*) AS count, avg(x) AS mean, 'NaN'::numeric AS nan
      FROM (VALUES (9007199254740993::numeric(20,0)), (0)) AS v (x)`.execute(db);
    expect(rows).toEqual([
      {
        int8: Number.MAX_SAFE_INTEGER,
        amount: 99_999_999_999_999_999_999n,
        total: 9_007_199_254_740_993n,
        count: 2,
        mean: expect.stringMatching(/^4503599627370496\.50*$/) as string,
        nan: 'NaN',
      },
    ]);
  });

  it('refuses an int8 that a number would round', async () => {
    await expect(sql`SELECT 9007199254740993::bigint`.execute(db)).rejects.toThrow(RangeError);
  });

  it('writes bigint without loss', async () => {
    const { rows } = await sql`SELECT ${99_999_999_999_999_999_999n}::numeric(20,0) AS amount`.execute(db);
    expect(rows).toEqual([{ amount: 99_999_999_999_999_999_999n }]);
  });

  it('ends a statement that takes too long and goes on', async () => {
    await expect(sql`SELECT pg_sleep(5)`.execute(db)).rejects.toThrow(DatabaseUnavailableError);
    expect((await sql`SELECT 1 AS one`.execute(db)).rows).toEqual([{ one: 1 }]);
  });

  it('passes on what the database refuses', async () => {
    await expect(sql`SELECT 1 / 0`.execute(db)).rejects.toThrow('division by zero');
    await expect(sql`SELECT nothing FROM nowhere`.execute(db)).rejects.toMatchObject({ code: '42P01' });
  });

  it('survives the end of its session for idling in a transaction', async () => {
    const idle = db.transaction().execute(async (transaction) => {
      await sql`SET LOCAL idle_in_transaction_session_timeout = 50`.execute(transaction);
      await new Promise((resolve) => setTimeout(resolve, 300));
      await sql`SELECT 1`.execute(transaction);
    });
    await expect(idle).rejects.toThrow(DatabaseUnavailableError);
    expect((await sql`SELECT 1 AS one`.execute(db)).rows).toEqual([{ one: 1 }]);
  });

  it('survives the end of its session within a transaction, and uses a new one', async () => {
    const broken = db.transaction().execute(async (transaction) => {
      const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(transaction);
      await sql`SELECT pg_terminate_backend(${rows[0]?.pid})`.execute(db);
      await sql`SELECT 1`.execute(transaction);
    });
    await expect(broken).rejects.toThrow(DatabaseUnavailableError);
    expect((await sql`SELECT 1 AS one`.execute(db)).rows).toEqual([{ one: 1 }]);
  });
});

describe('a database that is away', () => {
  it('throws DatabaseUnavailableError while it is down, and recovers by itself', async () => {
    const server = await startPostgres();
    // Awaited before the next query, which would otherwise now and then find the broken connection first.
    let noteLoss: (error: Error) => void = () => undefined;
    const lost = new Promise<Error>((resolve) => (noteLoss = resolve));
    const db = createDatabase({ url: server.url, onConnectionLost: (error) => noteLoss(error) });
    try {
      await sql`SELECT 1`.execute(db);
      await server.crash();
      expect(await lost).toBeInstanceOf(Error);
      await expect(sql`SELECT 1`.execute(db)).rejects.toThrow(DatabaseUnavailableError);
      await expect(db.transaction().execute((transaction) => sql`SELECT 1`.execute(transaction))).rejects.toThrow(
        DatabaseUnavailableError,
      );
      await server.restart();
      expect((await sql`SELECT 1 AS one`.execute(db)).rows).toEqual([{ one: 1 }]);
    } finally {
      await db.destroy();
      await server.stop();
    }
  });

  it('gives up on a server that accepts and then says nothing', async () => {
    const silent = createServer((socket) => socket.on('error', () => undefined)).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const address = silent.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const db = createDatabase({ url: `postgres://nobody@127.0.0.1:${port}/none`, connectionTimeoutMs: 200 });
    await expect(sql`SELECT 1`.execute(db)).rejects.toThrow(DatabaseUnavailableError);
    await db.destroy();
    silent.close();
  });
});
