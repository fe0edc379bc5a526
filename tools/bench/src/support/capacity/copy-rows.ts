import { execFile } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import type { Database } from '@weir/infra';

/** Rows per chunk of text. */
const BATCH = 2_000;
const SAY_EVERY = 5_000_000;

/** Rows to copy into a table: columns in order, as COPY reads them; null is `\N`. */
export interface CopiedRows {
  readonly table: string;
  readonly columns: string;
  readonly count: number;
  readonly row: (n: number) => readonly (string | number)[];
}

function* textOf({ table, count, row }: CopiedRows): Generator<string> {
  for (let from = 0; from < count; from += BATCH) {
    let text = '';
    for (let n = from; n < Math.min(from + BATCH, count); n += 1) text += `${row(n).join('\t')}\n`;
    yield text;
    if ((from + BATCH) % SAY_EVERY === 0) console.log(`  ${table} ${(from + BATCH).toLocaleString('en')}`);
  }
}

/**
 * Fills an empty table by COPY through a named pipe, as cheaply as Postgres can: emptied in the same transaction, so that rows are
 * frozen at once and, with `wal_level = minimal`, not logged. Triggers do not fire and references are not checked, so whatever triggers
 * maintain must be recomputed afterwards.
 *
 * @param directory readable by the server's account
 */
export const copyRows = async (db: Database, directory: string, rows: CopiedRows): Promise<void> => {
  const pipe = join(directory, `${rows.table}.pipe`);
  await promisify(execFile)('mkfifo', ['-m', '644', pipe]);
  await Promise.all([
    pipeline(Readable.from(textOf(rows)), createWriteStream(pipe)),
    db.transaction().execute(async (transaction) => {
      await sql`SET LOCAL session_replication_role = replica`.execute(transaction);
      await sql`TRUNCATE ${sql.ref(rows.table)}`.execute(transaction);
      await sql`COPY ${sql.ref(rows.table)} (${sql.raw(rows.columns)}) FROM ${sql.lit(pipe)} (FREEZE)`.execute(
        transaction,
      );
    }),
  ]);
  await rm(pipe);
};
