import { sql } from 'kysely';
import type { Database } from '@weir/infra';
import { startService, type Service } from './service.js';

/** As an operator of a small machine would set it; the data is read here, not written. */
const SETTINGS = ['shared_buffers=1GB', 'max_wal_size=8GB', 'fsync=off', 'full_page_writes=off'];

/**
 * Starts a service over a number of rows. BENCH_DATA names a folder whose data the next run takes up instead of seeding again.
 *
 * @param table one that `seed` fills
 */
export const startSeeded = async (
  rows: number,
  table: string,
  seed: (db: Database, rows: number) => Promise<void>,
): Promise<Service> => {
  const service = await startService({ dataDirectory: process.env['BENCH_DATA'], settings: SETTINGS });
  const { rows: some } = await sql`SELECT FROM ${sql.table(table)} LIMIT 1`.execute(service.db);
  if (some.length > 0) return service;
  console.log(`Seeding ${rows.toLocaleString('en')} rows …`);
  await seed(service.db, rows);
  return service;
};
