/** Patterns of internals: files, SQL statements, database addresses. */
const INSIDE =
  /node_modules|\.[jt]s:\d|\bat \S+ \(|\b(SELECT|INSERT INTO|DELETE FROM|UPDATE \w+ SET)\b|postgres(ql)?:\/\/|kysely|violates|ECONN|syntax error/i;

/** Returns what an answer reveals of the server's internals; undefined where nothing. */
export const insideOf = (body: unknown): string | undefined => INSIDE.exec(JSON.stringify(body))?.[0];
