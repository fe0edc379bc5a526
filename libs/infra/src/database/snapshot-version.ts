import { sql, type Kysely } from 'kysely';

/**
 * Names what a query would see now: as long as the name stays the same, no transaction that wrote anything has ended,
 * and every query answers as before.
 */
export type SnapshotVersion = () => Promise<string>;

interface VersionRow {
  readonly version: string;
}

/**
 * Names the database's present snapshot (`pg_current_snapshot`: which transactions have ended, PostgreSQL 13 and
 * later). Calls that come while one is under way share the next: each gets a name that was read after it called, and
 * however many call, one statement at a time is under way.
 *
 * The returned function throws whatever the database throws.
 */
export const createSnapshotVersion = <Schema>(db: Kysely<Schema>): SnapshotVersion => {
  const query = sql<VersionRow>`SELECT pg_current_snapshot()::text AS version`.compile(db);
  let running: Promise<string> | undefined;
  let next: Promise<string> | undefined;

  const read = async (): Promise<string> => {
    const { rows } = await db.executeQuery(query);
    const version = rows[0]?.version;
    if (version === undefined) throw new Error('The database names no snapshot');
    return version;
  };

  const start = (): Promise<string> => {
    const reading = read().finally(() => {
      if (running === reading) running = undefined;
    });
    running = reading;
    return reading;
  };

  return () => {
    if (running === undefined) return start();
    next ??= running
      .catch(() => undefined)
      .then(() => {
        next = undefined;
        return start();
      });
    return next;
  };
};
