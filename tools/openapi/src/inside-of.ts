/** What only the inside of a server knows: files, statements, addresses. */
const INSIDE =
  /node_modules|\.[jt]s:\d|\bat \S+ \(|\b(SELECT|INSERT INTO|DELETE FROM|UPDATE \w+ SET)\b|postgres(ql)?:\/\/|kysely|violates|ECONN|syntax error/i;

/** What an answer tells of the inside of the server; undefined where it tells nothing. */
export const insideOf = (body: unknown): string | undefined => INSIDE.exec(JSON.stringify(body))?.[0];
