import { createHash } from 'node:crypto';
import { sql } from 'kysely';

const MARK = '/* prepared */';

/**
 * Stands first in a statement that is asked again and again: each connection parses and plans it once. Only for what names
 * its columns (a `*` would fail once a migration adds one), and whose text says little else than what is asked for: each text
 * stays with every connection.
 */
export const PREPARED = sql.raw(MARK);

const names = new Map<string, string>();

/** The name that connections keep a statement under; undefined where it is not to be kept. */
export const preparedName = (statement: string): string | undefined => {
  if (!statement.startsWith(MARK)) return undefined;
  const known = names.get(statement);
  if (known !== undefined) return known;
  const name = createHash('sha256').update(statement).digest('base64url').slice(0, 32);
  names.set(statement, name);
  return name;
};
