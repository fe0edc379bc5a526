import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { createDatabase, type Database } from '@weir/infra';
import { createTestDatabase, type TestDatabase } from '@weir/testing/postgres';
import { migrated } from '../../support/fixture.js';

const run = promisify(execFile);

const PAGE = new URL('../../../../../docs/postgres.md', import.meta.url);
/** Commands of its recipe that are not run: the database is the test's, and so is the doctor. */
const NOT_HERE = /^createdb |app\/doctor\.js/;

/** Dumps a database and restores it into an empty one, by the unchanged commands of docs/postgres.md. */
const dumpAndRestore = async (from: string, to: string): Promise<void> => {
  const page = await readFile(PAGE, 'utf8');
  const [, recipe = ''] = /^## A dump$.*?^```sh$(.*?)^```$/ms.exec(page) ?? [];
  const commands = recipe.split('\n').filter((line) => !NOT_HERE.test(line));
  const folder = await mkdtemp(join(tmpdir(), 'weir-dump-'));
  try {
    await run('bash', ['-eu', '-c', commands.join('\n')], {
      cwd: folder,
      env: { ...process.env, DATABASE_URL: from, RESTORED_URL: to },
    });
  } finally {
    await rm(folder, { recursive: true });
  }
};

/** Whether the machine has a pg_dump, of the server's version or a later one: an elder one refuses. */
const hasPgDump = async (database: Database): Promise<boolean> => {
  const { rows } = await sql<{ version: string }>`SELECT current_setting('server_version_num') AS version`.execute(
    database,
  );
  const printed = await run('pg_dump', ['--version']).catch(() => ({ stdout: '' }));
  const major = Number(/(\d+)[.\d]* *(?:\(|$)/m.exec(printed.stdout)?.[1] ?? 0);
  return major >= Math.floor(Number(rows[0]?.version) / 10_000);
};

/** What pg_dump and pg_restore do with the rows and sequences of a schema that is there already. */
const copyRows = async (from: Database, to: Database): Promise<void> => {
  const { rows: tables } = await sql<{ name: string; columns: string[] }>`
    SELECT table_name AS name, array_agg(quote_ident(column_name) ORDER BY ordinal_position)
      FILTER (WHERE is_generated = 'NEVER') AS columns
    FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
    WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND table_name NOT LIKE 'kysely%' GROUP BY table_name`.execute(
    from,
  );
  const { rows: sequences } = await sql<{ name: string; last: string; called: boolean }>`
    SELECT sequencename AS name, coalesce(last_value, start_value)::text AS last, last_value IS NOT NULL AS called
    FROM pg_sequences WHERE schemaname = 'public'`.execute(from);
  await to.transaction().execute(async (transaction) => {
    await sql`SET LOCAL session_replication_role = replica`.execute(transaction);
    for (const { name, columns } of tables) {
      await sql`DELETE FROM ${sql.table(name)}`.execute(transaction);
      const { rows } = await sql<{
        row: string;
      }>`SELECT to_jsonb(each)::text AS row FROM ${sql.table(name)} AS each`.execute(from);
      const list = sql.raw(columns.join(', '));
      for (const { row } of rows)
        await sql`
          INSERT INTO ${sql.table(name)} (${list}) OVERRIDING SYSTEM VALUE
          SELECT ${list} FROM jsonb_populate_record(NULL::${sql.table(name)}, ${row}::jsonb)`.execute(transaction);
    }
    for (const { name, last, called } of sequences)
      await sql`SELECT setval(${name}::regclass, ${last}::bigint, ${called})`.execute(transaction);
  });
};

/** A copy, and how it was made. */
export interface DatabaseCopy extends TestDatabase {
  readonly by: 'pg_dump' | 'rows';
}

/**
 * Copies a database as it is at this moment, as a dump that is restored: by the commands of docs/postgres.md where the machine's pg_dump
 * fits the server, else row by row, by the same rules.
 */
export const copyDatabase = async (from: string): Promise<DatabaseCopy> => {
  const source = createDatabase({ url: from });
  try {
    if (await hasPgDump(source)) {
      const empty = await createTestDatabase();
      await dumpAndRestore(from, empty.url);
      return { ...empty, by: 'pg_dump' };
    }
    const copy = await createTestDatabase(migrated);
    const target = createDatabase({ url: copy.url, statementTimeoutMs: 0 });
    await copyRows(source, target);
    await target.destroy();
    return { ...copy, by: 'rows' };
  } finally {
    await source.destroy();
  }
};
