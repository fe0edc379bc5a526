import pg from 'pg';

const { builtins } = pg.types;
const INTEGER = /^-?\d+$/;

/** Parses `numeric` without decimals as bigint; anything else (an average, NaN) stays the text that Postgres sent. */
export const parseNumeric = (text: string): bigint | string => (INTEGER.test(text) ? BigInt(text) : text);

/**
 * Makes column values arrive exactly: `bigint` and `numeric(n,0)` as bigint, never as floats, which lose units above
 * 2^53. Only for the pool it is given to; `pg`'s process-wide parsers stay as they are.
 */
export function exactNumberTypes(): pg.CustomTypesConfig {
  const overrides = new pg.TypeOverrides();
  overrides.setTypeParser(builtins.INT8, (text: string) => BigInt(text));
  overrides.setTypeParser(builtins.NUMERIC, parseNumeric);
  return overrides;
}
