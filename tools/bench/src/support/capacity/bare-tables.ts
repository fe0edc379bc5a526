import { sql } from 'kysely';
import type { Database } from '@weir/infra';
import { seconds } from '../timed.js';

/** Takes what a load would be slowed down by off a table. */
export interface BareTable {
  /** Puts it back, and says how long each index took. */
  dress(): Promise<void>;
}

interface Definition {
  readonly name: string;
  readonly kind: string;
  readonly definition: string;
}

/**
 * Drops a table's indexes and constraints, and the references to it. They come back as they were; checks and references are not
 * examined over rows that are there (`NOT VALID`), but bind new ones.
 */
export const bareTable = async (db: Database, table: string): Promise<BareTable> => {
  const { rows: constraints } = await sql<Definition & { readonly owner: string }>`
    SELECT conrelid::regclass::text AS owner, conname AS name, contype::text AS kind, pg_get_constraintdef(oid) AS definition
    FROM pg_constraint WHERE contype IN ('p', 'u', 'c', 'f') AND (conrelid = ${table}::regclass OR confrelid = ${table}::regclass)
    ORDER BY contype IN ('p', 'u') DESC`.execute(db);
  const { rows: indexes } = await sql<Definition>`
    SELECT indexname AS name, 'i' AS kind, indexdef AS definition FROM pg_indexes
    WHERE tablename = ${table} AND indexname NOT IN (SELECT conname FROM pg_constraint)`.execute(db);
  // References first: they rest on keys.
  for (const { owner, name } of constraints.toReversed())
    await sql`ALTER TABLE ${sql.ref(owner)} DROP CONSTRAINT ${sql.ref(name)}`.execute(db);
  for (const { name } of indexes) await sql`DROP INDEX ${sql.ref(name)}`.execute(db);

  const build = async (name: string, statement: string): Promise<void> => {
    const taken = await seconds(() => sql.raw(statement).execute(db));
    const { rows } = await sql<{ size: string }>`SELECT pg_relation_size(${name}::regclass) AS size`.execute(db);
    const mebibytes = Number(rows[0]?.size ?? 0) / 2 ** 20;
    if (mebibytes >= 1)
      console.log(`  ${name.padEnd(42)} ${taken.padStart(8)} ${mebibytes.toFixed(0).padStart(6)} MiB`);
  };
  return {
    async dress() {
      for (const { owner, name, kind, definition } of constraints) {
        const added = `ALTER TABLE ${owner} ADD CONSTRAINT ${name} ${definition}`;
        if (kind === 'p' || kind === 'u') await build(name, added);
        else await sql.raw(`${added} NOT VALID`).execute(db);
      }
      for (const { name, definition } of indexes) await build(name, definition);
      await sql`ANALYZE ${sql.ref(table)}`.execute(db);
    },
  };
};
