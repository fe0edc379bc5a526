import type { Database } from '@weir/infra';

const TABLES = [
  'script_readings',
  'lost_fundings',
  'resource_events',
  'transaction_uses',
  'transitions',
  'stream_claims',
  'streams',
  'stream_counters',
  'explorer_counters',
  'explorer_tokens',
] as const;

/** Empties a test's database. */
export const clearTables = async (db: Database): Promise<void> => {
  for (const table of TABLES) await db.deleteFrom(table).execute();
};
