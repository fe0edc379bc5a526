import pg from 'pg';

const { builtins } = pg.types;
const INTEGER = /^-?\d+$/;

/** Parses `numeric` without decimals as bigint; anything else (an average, NaN) stays the text that Postgres sent. */
export const parseNumeric = (text: string): bigint | string => (INTEGER.test(text) ? BigInt(text) : text);

/** @throws RangeError above 2^53, rather than lose units */
const parseInt8 = (text: string): number => {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is beyond the numbers that are exact.`);
  return value;
};

/**
 * Makes column values arrive exactly: `numeric(n,0)`, which all amounts are, as bigint; `bigint` (seconds, counts, ids) as number. Only for the pool it is given to; `pg`'s process-wide parsers stay as they are.
 */
export function exactNumberTypes(): pg.CustomTypesConfig {
  const overrides = new pg.TypeOverrides();
  overrides.setTypeParser(builtins.INT8, parseInt8);
  overrides.setTypeParser(builtins.NUMERIC, parseNumeric);
  return overrides;
}
