import { type QueryExecutorProvider, sql } from 'kysely';
import { isLockNotAvailable } from '../sql/database-errors.js';
import type { DatabaseKind } from './database-kind.js';
import { OWN_TABLES, WrongDatabaseError } from './database-state.js';

/** Rows of a table up to which they are counted: beyond, "more than" is as good. */
const COUNTED = 1_000_000;
const SHOWN_TABLES = 5;

const quoted = (name: string) => sql.raw(`"${name.replaceAll('"', '""')}"`);

/** Tables of this schema, without those of migrations, of extensions, and the partitions of others. */
const tablesOf = async (db: QueryExecutorProvider): Promise<readonly string[]> => {
  const { rows } = await sql<{ name: string }>`
    SELECT relname::text AS name FROM pg_class
    WHERE relkind IN ('r', 'p') AND NOT relispartition AND relname NOT IN (${sql.join(OWN_TABLES)})
      AND relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = current_schema())
      AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_class.oid AND classid = 'pg_class'::regclass AND deptype = 'e')
    ORDER BY relname`.execute(db);
  return rows.map(({ name }) => name);
};

interface TableRows {
  readonly table: string;
  readonly rows: number;
}

/** Returns the tables that have rows, without those that processes refill: those of records first. */
export const countRows = async (
  db: QueryExecutorProvider,
  { recordTables, refilledTables }: Pick<DatabaseKind, 'recordTables' | 'refilledTables'>,
): Promise<readonly TableRows[]> => {
  const counted: TableRows[] = [];
  for (const table of (await tablesOf(db)).filter((name) => !refilledTables.includes(name))) {
    const { rows } = await sql<{ count: number }>`
      SELECT count(*)::integer AS count FROM (SELECT FROM ${quoted(table)} LIMIT ${sql.lit(COUNTED + 1)}) AS counted`.execute(
      db,
    );
    const count = rows[0]?.count ?? 0;
    if (count > 0) counted.push({ table, rows: count });
  }
  const rank = ({ table }: TableRows): number => Number(!recordTables.includes(table));
  return counted.sort((a, b) => rank(a) - rank(b) || b.rows - a.rows);
};

/** Says how many rows of what are stored: `3 streams, 12 transitions`. */
export const rowsText = (stored: readonly TableRows[]): string => {
  const text = stored
    .slice(0, SHOWN_TABLES)
    .map(({ table, rows }) =>
      rows > COUNTED ? `more than ${COUNTED.toLocaleString('en')} ${table}` : `${rows.toLocaleString('en')} ${table}`,
    )
    .join(', ');
  return stored.length > SHOWN_TABLES ? `${text}, and rows of ${stored.length - SHOWN_TABLES} more tables` : text;
};

/**
 * Checks that nothing would be lost with the tables of this schema, and keeps it so until the transaction ends.
 *
 * @throws WrongDatabaseError naming how many rows of what there are, or that somebody writes at this moment
 */
export const requireNoRows = async (db: QueryExecutorProvider, kind: DatabaseKind): Promise<void> => {
  const tables = await tablesOf(db);
  if (tables.length === 0) return;
  const names = sql.join(tables.map(quoted));
  try {
    await sql`LOCK TABLE ${names} IN SHARE MODE NOWAIT`.execute(db);
  } catch (error) {
    if (!isLockNotAvailable(error)) throw error;
    throw new WrongDatabaseError('A running service writes to this database: nothing was changed. Stop it first.');
  }
  const stored = await countRows(db, kind);
  if (stored.length > 0)
    throw new WrongDatabaseError(
      `The database holds ${rowsText(stored)}, which this would delete: nothing was changed. ${kind.beforeDown}`,
    );
};
