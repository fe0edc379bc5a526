import { sql, type Kysely } from 'kysely';
import { codeOf } from './classify-error.js';
import { DatabaseUnavailableError } from './database-errors.js';
import type { Migrations } from './migrate.js';
import { migrations } from './migrations/index.js';

/** Whether the database can be used, and if not, why. */
export type DatabaseReadiness =
  | { readonly ready: true }
  | { readonly ready: false; readonly reason: 'unavailable' | 'migrations-pending' };

const UNDEFINED_TABLE = '42P01';

/**
 * Checks for `/ready` whether the database answers and has at least this version's schema. Never throws for a database
 * that cannot be reached. A newer schema is ready too, so that the replicas of a rolling update stay in service.
 */
export async function databaseReady<Schema>(
  db: Kysely<Schema>,
  expected: Migrations = migrations,
): Promise<DatabaseReadiness> {
  try {
    const { rows } = await sql<{ name: string }>`SELECT name FROM kysely_migration`.execute(db);
    const present = new Set(rows.map((row) => row.name));
    const complete = Object.keys(expected).every((name) => present.has(name));
    return complete ? { ready: true } : { ready: false, reason: 'migrations-pending' };
  } catch (error) {
    if (error instanceof DatabaseUnavailableError) return { ready: false, reason: 'unavailable' };
    if (codeOf(error) === UNDEFINED_TABLE) return { ready: false, reason: 'migrations-pending' };
    throw error;
  }
}
