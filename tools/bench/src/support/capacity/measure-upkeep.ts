import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { migrateDown, migrateToLatest, type Database } from '@weir/infra';
import { seconds } from '../timed.js';

const run = promisify(execFile);

type Say = (what: string, found: string) => void;

const TABLES = ['streams', 'stream_claims', 'transitions', 'transaction_uses', 'stream_counters'] as const;

/** Says what the tables take on disk. */
export const measureDisk = async (db: Database, say: Say): Promise<void> => {
  const { rows } = await sql<{ name: string; heap: bigint; whole: bigint; rows: bigint }>`
    SELECT relname AS name, pg_relation_size(oid) AS heap, pg_total_relation_size(oid) AS whole, reltuples::bigint AS rows
    FROM pg_class WHERE relname = ANY(${TABLES}) ORDER BY whole DESC`.execute(db);
  for (const { name, heap, whole, rows: count } of rows)
    say(
      `disk of ${name}`,
      `${(Number(whole) / 2 ** 30).toFixed(2)} GiB, ${Math.round(Number(whole) / Number(count))} bytes a row (${Math.round(Number(heap) / Number(count))} without indexes)`,
    );
};

/** Vacuums all tables. */
export const vacuum = async (db: Database, say: Say): Promise<void> => {
  for (const table of TABLES)
    say(`VACUUM ANALYZE ${table}`, await seconds(() => sql`VACUUM (ANALYZE) ${sql.ref(table)}`.execute(db)));
};

/** Measures changes of the schema, and vacuum of streams a hundredth of which has changed. */
export const measureUpkeep = async (db: Database, say: Say): Promise<void> => {
  say(
    'an index over all claims',
    await seconds(() => sql`CREATE INDEX capacity_trial ON stream_claims (claimed_at)`.execute(db)),
  );
  await sql`DROP INDEX capacity_trial`.execute(db);
  say(
    'the same, CONCURRENTLY',
    await seconds(() => sql`CREATE INDEX CONCURRENTLY capacity_trial ON stream_claims (claimed_at)`.execute(db)),
  );
  await sql`DROP INDEX capacity_trial`.execute(db);
  say(
    'a column with a default over all claims',
    await seconds(() => sql`ALTER TABLE stream_claims ADD COLUMN trial integer NOT NULL DEFAULT 0`.execute(db)),
  );
  await sql`ALTER TABLE stream_claims DROP COLUMN trial`.execute(db);
  say('the last migration, down and up', await seconds(async () => migrateDown(db).then(() => migrateToLatest(db))));
  say(
    'changing a hundredth of the streams',
    await seconds(() =>
      db.connection().execute(async (session) => {
        await sql`SET session_replication_role = replica`.execute(session);
        // As a claim does: columns of the state, which no index has.
        await sql`
          UPDATE streams SET state_satoshis = state_satoshis + 1, updated_at = updated_at + 1
          WHERE id IN (SELECT id FROM streams TABLESAMPLE BERNOULLI (1))`.execute(session);
        await sql`RESET session_replication_role`.execute(session);
      }),
    ),
  );
  await vacuum(db, say);
};

/** A base backup as a stream: files between `pg_backup_start` and `pg_backup_stop`, compressed by zstd at its fastest level. */
export const measureBackup = (db: Database, directory: string, say: Say): Promise<void> =>
  db.connection().execute(async (session) => {
    await sql`SELECT pg_backup_start('capacity', true)`.execute(session);
    const began = performance.now();
    const { stdout } = await run('bash', [
      '-c',
      `set -o pipefail; tar -C '${directory}' --exclude=./pg_wal -cf - . | tee >(wc -c >&2) | zstd -q -1 | wc -c`,
    ]);
    const taken = (performance.now() - began) / 1_000;
    await sql`SELECT pg_backup_stop(false)`.execute(session);
    say('a base backup, streamed', `${taken.toFixed(0)} s, ${(Number(stdout) / 2 ** 30).toFixed(1)} GiB compressed`);
  });

/** Lets the system forget the files of a stopped or idle server, so that they are read from the disk again. GNU dd. */
export const dropFromMemory = async (directory: string): Promise<void> => {
  await run('find', [directory, '-type', 'f', '-exec', 'dd', 'if={}', 'iflag=nocache', 'count=0', 'status=none', ';']);
};
