import { type Kysely, type RawBuilder, sql } from 'kysely';
import { v7 } from 'uuid';
import type { Database } from './create-database.js';

/**
 * Runs a statement that deletes so many rows at most until it finds fewer: one that deletes all may take longer than a statement may.
 *
 * @param limit that of the statement
 */
export const deleteInBatches = async (db: Database, limit: number, statement: RawBuilder<unknown>): Promise<void> => {
  for (let deleted = limit; deleted === limit;) {
    const { numAffectedRows = 0n } = await statement.execute(db);
    deleted = Number(numAffectedRows);
  }
};

/**
 * Runs reads that belong together on one snapshot: all of them see the database as it stood at the first, whoever writes
 * meanwhile. Takes one connection; `read` must ask for nothing outside of the snapshot while it holds it.
 */
export const readSnapshot = <Schema, T>(
  db: Kysely<Schema>,
  read: (snapshot: Kysely<Schema>) => Promise<T>,
): Promise<T> => db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read);

/** Unix seconds of the transaction's start, rounded down: the next second has not come yet. */
export const NOW = sql<number>`floor(extract(epoch FROM now()))::bigint`;

/**
 * Returns a moment of the service's clock, but never before another that the database's clock set (the two may differ):
 * nothing is activated before it was created.
 *
 * @param moment Unix seconds
 * @param floor what it must not lie before, in the row that is updated
 */
export const notBefore = (moment: number, floor: RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`greatest(${moment}::bigint, ${floor})`;

/** Groups rows by a key, each group in the order of the rows. */
export function groupBy<Row>(rows: readonly Row[], keyOf: (row: Row) => string): ReadonlyMap<string, readonly Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const key = keyOf(row);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [row]);
    else group.push(row);
  }
  return groups;
}

/**
 * Returns the next display id, as `#WEIR-DROP-000001`: at least six digits, growing, unique, with gaps where an insert failed.
 *
 * @param sequence that its numbers are drawn from
 */
export const nextDisplayId = (kind: string, sequence: string): RawBuilder<string> => sql<string>`(
  SELECT ${`#WEIR-${kind}-`}::text || lpad(number, greatest(length(number), 6), '0')
  FROM (SELECT nextval(${sequence}::regclass)::text AS number) AS next)`;

/** Makes a row id: a uuid that grows with time, so that rows of one second keep their order. */
export const newId = (): string => v7();

/** The uuid before all others: a page that begins after it is the first. */
export const NIL_ID = '00000000-0000-0000-0000-000000000000';
