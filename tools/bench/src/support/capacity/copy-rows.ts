import { chmod, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Database } from '@weir/infra';

/** Rows per file: at most some hundred megabytes of text. */
const BATCH = 200_000;

/** Rows to copy into a table: columns in order, as COPY reads them; null is `\N`. */
export interface CopiedRows {
  readonly table: string;
  readonly columns: string;
  readonly count: number;
  readonly row: (n: number) => readonly (string | number)[];
}

/**
 * Fills a table by COPY from files on the server. Triggers do not fire and references are not checked, so whatever
 * triggers maintain must be recomputed afterwards.
 *
 * @param directory readable by the server's account
 */
export const copyRows = async (
  db: Database,
  directory: string,
  { table, columns, count, row }: CopiedRows,
): Promise<void> => {
  const file = join(directory, `${table}.copy`);
  for (let from = 0; from < count; from += BATCH) {
    const lines: string[] = [];
    for (let n = from; n < Math.min(from + BATCH, count); n += 1) lines.push(row(n).join('\t'));
    await writeFile(file, `${lines.join('\n')}\n`);
    await chmod(file, 0o644);
    await db.connection().execute(async (session) => {
      await sql`SET session_replication_role = replica`.execute(session);
      await sql`COPY ${sql.ref(table)} (${sql.raw(columns)}) FROM ${sql.lit(file)}`.execute(session);
      await sql`RESET session_replication_role`.execute(session);
    });
    if ((from / BATCH) % 10 === 9) console.log(`  ${table} ${(from + BATCH).toLocaleString('en')}`);
  }
  await rm(file, { force: true });
};
