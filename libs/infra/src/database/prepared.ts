import { createHash } from 'node:crypto';
import { CompiledQuery, sql, type Kysely } from 'kysely';

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
