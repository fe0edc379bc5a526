import { sql } from 'kysely';
import type { IndexerDatabase } from '../open-indexer-database.js';

/** A month of UTC, counted from 1970. */
const monthOf = (time: number): number => {
  const date = new Date(time * 1000);
  return (date.getUTCFullYear() - 1970) * 12 + date.getUTCMonth();
};

const startOf = (month: number): number => Date.UTC(1970, month, 1) / 1000;

const nameOf = (month: number): string =>
  `events_${1970 + Math.floor(month / 12)}_${String((month % 12) + 1).padStart(2, '0')}`;

const createPartition = (db: IndexerDatabase, month: number): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const name = nameOf(month);
    const { rows } = await sql<{ exists: boolean }>`SELECT to_regclass(${name}) IS NOT NULL AS exists`.execute(trx);
    if (rows[0]?.exists === true) return;
    // Attached rather than made in place: readers and the writer go on meanwhile.
    await sql`CREATE TABLE ${sql.table(name)} (LIKE events INCLUDING DEFAULTS INCLUDING CONSTRAINTS)`.execute(trx);
    await sql`ALTER TABLE events ATTACH PARTITION ${sql.table(name)} FOR VALUES FROM (${sql.lit(startOf(month))}) TO (${sql.lit(startOf(month + 1))})`.execute(
      trx,
    );
  });

/** Creates the missing partitions for events of these times (Unix seconds). */
export const createEventPartitions = (db: IndexerDatabase) => {
  const known = new Set<number>();
  return async (times: readonly number[]): Promise<void> => {
    for (const month of new Set(times.map(monthOf))) {
      if (known.has(month)) continue;
      await createPartition(db, month);
      known.add(month);
    }
  };
};
