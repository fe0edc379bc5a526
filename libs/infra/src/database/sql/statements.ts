import { createHash } from 'node:crypto';
import { CompiledQuery, type Kysely, type QueryExecutorProvider, type RawBuilder, sql } from 'kysely';
import { v7 } from 'uuid';

/**
 * Runs a statement that deletes so many rows at most until it finds fewer: one that deletes all may take longer than a statement may.
 *
 * @param limit that of the statement
 */
export const deleteInBatches = async (
  db: QueryExecutorProvider,
  limit: number,
  statement: RawBuilder<unknown>,
): Promise<void> => {
  for (let deleted = limit; deleted === limit;) {
    const { numAffectedRows = 0n } = await statement.execute(db);
    deleted = Number(numAffectedRows);
  }
};

/**
 * Runs reads that belong together on one snapshot: all of them see the database as it was at the first, no matter who writes
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
export function groupBy<Row, Key extends string>(
  rows: readonly Row[],
  keyOf: (row: Row) => Key,
): ReadonlyMap<Key, readonly Row[]> {
  const groups = new Map<Key, Row[]>();
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

const MARK = '/* prepared */';

/**
 * Marks a frequent statement as prepared: each connection parses and plans it once. Only for statements that name their columns
 * (a `*` would fail once a migration adds one) and that have few variants: every connection keeps each text.
 */
export const PREPARED = sql.raw(MARK);

const names = new Map<string, string>();

/** Returns the name under which connections keep a statement; undefined where it is not prepared. */
export const preparedName = (statement: string): string | undefined => {
  // A query builder writes its own word first.
  if (!statement.startsWith(MARK) && !statement.startsWith(`select ${MARK}`)) return undefined;
  const known = names.get(statement);
  if (known !== undefined) return known;
  const name = createHash('sha256').update(statement).digest('base64url').slice(0, 32);
  names.set(statement, name);
  return name;
};

/**
 * Returns the LIMIT that a page of so many rows is planned for: few numbers, written out, since each is another
 * statement that connections keep, and without one the planner would expect a page to be a tenth of the table.
 */
export const plannedLimit = (limit: number): number => [11, 51, 201, 1_001].find((most) => limit <= most) ?? limit;

/** A statement built from text and values, for one so frequent that a query builder's work shows. */
export interface PreparedText {
  /** The place of a value in the text. */
  readonly value: (value: unknown) => string;
  /** @param text names no value but by its place */
  run<Row, Schema>(db: Kysely<Schema>, text: string): Promise<readonly Row[]>;
}

/** Starts a statement: collects the values that its text refers to by place. */
export const preparedText = (): PreparedText => {
  const values: unknown[] = [];
  return {
    value: (value) => `$${values.push(value).toString()}`,
    run: async <Row, Schema>(db: Kysely<Schema>, text: string) =>
      (await db.executeQuery<Row>(CompiledQuery.raw(`${MARK} ${text}`, values))).rows,
  };
};
