import { snakeCase } from './camel-case.js';

const exact = (value: unknown): unknown => (typeof value === 'bigint' ? value.toString() : value);

/**
 * Returns rows as one JSON parameter for `jsonb_populate_recordset`, which converts each field to its column's type. Bigints are text
 * in it: JSON numbers lose units.
 */
export const jsonRows = (rows: readonly object[]): string =>
  JSON.stringify(
    rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [snakeCase(name), exact(value)]))),
  );
