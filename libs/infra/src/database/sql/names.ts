import { PostgresDialect, PostgresQueryCompiler } from 'kysely';

const caches = { camel: new Map<string, string>(), snake: new Map<string, string>() };

const cached = (cache: Map<string, string>, name: string, convert: (name: string) => string): string => {
  const known = cache.get(name);
  if (known !== undefined) return known;
  const converted = convert(name);
  cache.set(name, converted);
  return converted;
};

/** Converts the name of a column or table to the one that the code uses: `tx_hash` to `txHash`. */
const camelCase = (name: string): string =>
  cached(caches.camel, name, (snake) => snake.replace(/_([a-z0-9])/g, (_, next: string) => next.toUpperCase()));

/** Converts a name that the code uses to that of the column or table: `txHash` to `tx_hash`. */
export const snakeCase = (name: string): string =>
  cached(caches.snake, name, (camel) => camel.replace(/[A-Z]/g, (next) => `_${next.toLowerCase()}`));

class SnakeCaseQueryCompiler extends PostgresQueryCompiler {
  protected override sanitizeIdentifier(identifier: string): string {
    return super.sanitizeIdentifier(snakeCase(identifier));
  }
}

/**
 * Lets statements name columns and tables in camel case. Unlike Kysely's CamelCasePlugin it costs nothing for each statement or row:
 * the compiler writes the names, and {@link camelCaseRows} reads them once for each result. The text of `sql` stays as it is written.
 */
export class CamelCaseDialect extends PostgresDialect {
  override createQueryCompiler(): PostgresQueryCompiler {
    return new SnakeCaseQueryCompiler();
  }
}

/**
 * Names the values of rows in camel case.
 *
 * @param columns names as the database sends them
 * @param rows each with a value for each column
 */
export const camelCaseRows = (
  columns: readonly string[],
  rows: readonly (readonly unknown[])[],
): readonly Record<string, unknown>[] => {
  const names = columns.map(camelCase);
  // Copied for each row: an object that is made with all its properties is cheaper than one that grows.
  const empty: Record<string, unknown> = Object.fromEntries(names.map((name) => [name, null]));
  return rows.map((values) => {
    const row = { ...empty };
    for (const [index, name] of names.entries()) row[name] = values[index];
    return row;
  });
};

const exact = (value: unknown): unknown => (typeof value === 'bigint' ? value.toString() : value);

/**
 * Returns rows as one JSON parameter for `jsonb_populate_recordset`, which converts each field to its column's type. Bigints are text
 * in it: JSON numbers lose units.
 */
export const jsonRows = (rows: readonly object[]): string =>
  JSON.stringify(
    rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [snakeCase(name), exact(value)]))),
  );
