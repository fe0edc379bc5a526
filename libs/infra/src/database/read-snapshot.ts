import type { Kysely } from 'kysely';

/**
 * Runs reads that belong together on one snapshot: all of them see the database as it stood at the first, whoever writes
 * meanwhile. Takes one connection; `read` must ask for nothing outside of the snapshot while it holds it.
 */
export const readSnapshot = <Schema, T>(
  db: Kysely<Schema>,
  read: (snapshot: Kysely<Schema>) => Promise<T>,
): Promise<T> => db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read);
