import { sql } from 'kysely';
import type { Database } from '@weir/infra';

const TABLES = [
  'scriptReadings',
  'lostFundings',
  'resourceEvents',
  'transactionUses',
  'transitions',
  'streamClaims',
  'streams',
  'streamCounters',
  'explorerCounters',
  'explorerTokens',
] as const;

/** Empties a test's database. */
export const clearTables = async (db: Database): Promise<void> => {
  for (const table of TABLES) await sql`DELETE FROM ${sql.table(table)}`.execute(db);
};
