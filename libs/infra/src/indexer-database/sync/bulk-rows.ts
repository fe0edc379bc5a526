import { type RawBuilder, sql } from 'kysely';

type PostgresType = 'text' | 'integer' | 'bigint' | 'numeric' | 'jsonb';
type Value = string | number | bigint | null;

/** A column of rows to write: its type, and what of a row stands in it. */
export type BulkColumn<Row> = readonly [type: PostgresType, value: (row: Row) => Value];

const QUOTED = /["\\]/g;

const quote = (text: string): string => `"${text.replace(QUOTED, '\\$&')}"`;

/** A column as Postgres writes an array. Several times cheaper than a driver's that does not know what the values are. */
const arrayText = <Row>(rows: readonly Row[], type: PostgresType, value: (row: Row) => Value): string => {
  const isText = type === 'text' || type === 'jsonb';
  const items = rows.map((row) => {
    const item = value(row);
    return item === null ? 'NULL' : isText ? quote(String(item)) : String(item);
  });
  return `{${items.join(',')}}`;
};

/**
 * Rows as a table expression `given (names)`: one array parameter a column however many rows there are, so that a
 * statement that writes thousands is planned once and sent once.
 */
export const bulkRows = <Row>(rows: readonly Row[], columns: Readonly<Record<string, BulkColumn<Row>>>): RawBuilder<unknown> => {
  const entries = Object.entries(columns);
  const arrays = entries.map(([, [type, value]]) => sql`${arrayText(rows, type, value)}::${sql.raw(type)}[]`);
  return sql`unnest(${sql.join(arrays)}) AS given (${namesOf(columns)})`;
};

/** The columns' names, as an insert lists them. */
export const namesOf = (columns: Readonly<Record<string, unknown>>): RawBuilder<unknown> => sql.join(Object.keys(columns).map((name) => sql.ref(name)));

/** Inserts rows in one statement. */
export const bulkInsert = <Row>(table: string, rows: readonly Row[], columns: Readonly<Record<string, BulkColumn<Row>>>): RawBuilder<unknown> =>
  sql`INSERT INTO ${sql.table(table)} (${namesOf(columns)}) SELECT * FROM ${bulkRows(rows, columns)}`;
