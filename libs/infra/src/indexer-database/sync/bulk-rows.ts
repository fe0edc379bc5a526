import { setImmediate as untilSent } from 'node:timers/promises';
import { sql, type RawBuilder } from 'kysely';
import type { IndexerDatabase } from '../open-indexer-database.js';

type PostgresType = 'text' | 'integer' | 'bigint' | 'numeric' | 'jsonb';

/** A column of rows to write: its type, and its value in a row. */
export type BulkColumn<Row> = readonly [type: PostgresType, value: (row: Row) => unknown];

/** Types of columns that are named as the fields of a row, or of a part of it. */
export type ColumnTypes<Part> = { readonly [Name in keyof Part]?: PostgresType };

/** Returns columns whose values are the fields of one part of a row. */
export const columnsOf = <Row, Part>(
  types: ColumnTypes<Part>,
  part: (row: Row) => Part,
): Record<string, BulkColumn<Row>> => {
  const columns: Record<string, BulkColumn<Row>> = {};
  for (const name in types) {
    const type = types[name];
    if (type !== undefined) columns[name] = [type, (row) => part(row)[name]];
  }
  return columns;
};

const QUOTED = /["\\]/g;

const quote = (text: string): string => (text.search(QUOTED) < 0 ? `"${text}"` : `"${text.replace(QUOTED, '\\$&')}"`);

/** A value as text; objects as JSON. */
const textOf = (value: unknown): string => {
  if (typeof value === 'string') return value;
  return typeof value === 'bigint' ? value.toString() : JSON.stringify(value);
};

/** A column as Postgres writes an array. Several times cheaper than a driver's that does not know what the values are. */
const arrayText = <Row>(rows: readonly Row[], [type, value]: BulkColumn<Row>): string => {
  const items = rows.map((row) => {
    const item = value(row);
    if (item === null) return 'NULL';
    return type === 'text' || type === 'jsonb' ? quote(textOf(item)) : textOf(item);
  });
  return `{${items.join(',')}}`;
};

/**
 * Returns rows as a table expression `given (names)`: one array parameter per column however many rows there are, so
 * that a statement that writes thousands is planned once and sent once.
 */
export const bulkRows = <Row>(
  rows: readonly Row[],
  columns: Readonly<Record<string, BulkColumn<Row>>>,
): RawBuilder<unknown> => {
  const entries = Object.entries(columns);
  const arrays = entries.map(([, column]) => sql`${arrayText(rows, column)}::${sql.raw(column[0])}[]`);
  return sql`unnest(${sql.join(arrays)}) AS given (${namesOf(columns)})`;
};

/** Returns the columns' names, as an insert lists them. */
const namesOf = (columns: Readonly<Record<string, unknown>>): RawBuilder<unknown> =>
  sql.join(Object.keys(columns).map((name) => sql.ref(name)));

/** Rows of one statement: more of them do not fit Postgres' working memory, and would go by its disk. */
const AT_ONCE = 2_000;

/** Splits rows into parts of as many as one statement takes. */
export const partsOf = <Row>(rows: readonly Row[]): readonly (readonly Row[])[] =>
  Array.from({ length: Math.ceil(rows.length / AT_ONCE) }, (_, i) => rows.slice(i * AT_ONCE, (i + 1) * AT_ONCE));

/** Inserts rows, thousands with each statement; while Postgres is busy with one, the next is written. @param end what the statement ends with. @returns what it returns */
export const bulkInsert = async <Row, Returned = unknown>(
  db: IndexerDatabase,
  table: string,
  rows: readonly Row[],
  columns: Readonly<Record<string, BulkColumn<Row>>>,
  end: RawBuilder<unknown> = sql``,
): Promise<readonly Returned[]> => {
  const returned: Returned[] = [];
  let underWay = Promise.resolve();
  for (const part of partsOf(rows)) {
    const statement = sql<Returned>`INSERT INTO ${sql.table(table)} (${namesOf(columns)}) SELECT * FROM ${bulkRows(part, columns)} ${end}`;
    await underWay;
    underWay = statement.execute(db).then(({ rows: some }) => void returned.push(...some));
    // A failure is thrown when it is waited for; until then it is not to end the process.
    underWay.catch(() => undefined);
    await untilSent();
  }
  await underWay;
  return returned;
};
