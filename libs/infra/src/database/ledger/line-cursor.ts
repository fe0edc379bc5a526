import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../create-database.js';

/** A server-side cursor that closes itself when nothing is fetched for a while. */
export interface LineCursor<Row> {
  /** Fetches the next rows; undefined once the cursor has closed. */
  fetch(count: number): Promise<readonly Row[] | undefined>;
  close(): Promise<void>;
}

/**
 * Opens a cursor in a read-only transaction of its own. A slow reader holds neither the snapshot nor the connection:
 * the cursor closes itself, and the reader opens another one after their last row.
 *
 * @param idleMs after which it closes itself, milliseconds
 */
export const openCursor = async <Row>(
  db: Database,
  query: RawBuilder<unknown>,
  idleMs: number,
): Promise<LineCursor<Row>> => {
  const transaction = await db
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute();
  let timer: NodeJS.Timeout | undefined;
  let ended: Promise<unknown> | undefined;
  const end = (): Promise<unknown> => {
    clearTimeout(timer);
    // Where the connection is lost there is nothing to close.
    return (ended ??= transaction
      .rollback()
      .execute()
      .catch(() => undefined));
  };
  try {
    await sql`DECLARE lines NO SCROLL CURSOR FOR ${query}`.execute(transaction);
  } catch (error) {
    await end();
    throw error;
  }
  return {
    async fetch(count) {
      clearTimeout(timer);
      if (ended !== undefined) return undefined;
      const { rows } = await sql<Row>`FETCH ${sql.raw(String(Math.trunc(count)))} FROM lines`.execute(transaction);
      timer = setTimeout(() => void end(), idleMs);
      timer.unref();
      return rows;
    },
    async close() {
      await end();
    },
  };
};
