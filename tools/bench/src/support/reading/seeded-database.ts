import { sql } from 'kysely';
import { createDatabase, migrateToLatest, type Database } from '@weir/infra';
import { startPostgres, type PostgresServer } from '@weir/postgres';

export interface SeededDatabase {
  readonly postgres: PostgresServer;
  readonly db: Database;
  /** Of the server. */
  readonly pid: number;
  stop(): Promise<void>;
}

/** As an operator of a small machine would set it; the data is read here, not written. */
const SETTINGS = ['shared_buffers=1GB', 'max_wal_size=8GB', 'fsync=off', 'full_page_writes=off'];

/** The process of a server that runs on this machine. */
export const serverPid = async (db: Database): Promise<number> => {
  const { rows } = await sql<{ file: string }>`SELECT pg_read_file('postmaster.pid') AS file`.execute(db);
  return Number(rows[0]?.file.split('\n')[0]);
};

/**
 * Starts a Postgres with so many rows. BENCH_DATA names a folder whose data the next run takes up instead of seeding again.
 *
 * @param count of the rows that are there
 */
export const startSeeded = async (
  rows: number,
  seed: (db: Database, rows: number) => Promise<void>,
  count: (db: Database) => Promise<number>,
): Promise<SeededDatabase> => {
  const dataDirectory = process.env['BENCH_DATA'];
  const postgres = await startPostgres({ dataDirectory, settings: SETTINGS });
  const db = createDatabase({ url: postgres.url, statementTimeoutMs: 0 });
  await migrateToLatest(db);
  const there = await count(db);
  if (there === 0) {
    console.log(`Seeding ${rows.toLocaleString('en')} rows …`);
    await seed(db, rows);
  } else if (there !== rows) {
    throw new Error(`The folder holds ${there} rows, not ${rows}: name another one by BENCH_DATA`);
  }
  return {
    postgres,
    db,
    pid: await serverPid(db),
    async stop() {
      await db.destroy();
      await postgres.stop();
    },
  };
};
