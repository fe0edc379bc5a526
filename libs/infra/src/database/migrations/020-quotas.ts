import { sql, type Kysely } from 'kysely';

const TABLES = {
  streams: `status = 'PENDING'`,
  airdrop_campaigns: `status = 'PENDING'`,
  vaults: `status = 'pending'`,
  vault_proposals: `status <> 'EXECUTED'`,
  airdrop_trees: 'true',
} as const;
const BY = ['created_by', 'created_from', 'expires_at'] as const;

/**
 * Whom what nobody has paid for counts for, and until when it is kept. Rows that are there already count for nobody and are
 * kept for ever; so are those of replicas of the version before.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [table, unpaid] of Object.entries(TABLES)) {
    await sql`
      ALTER TABLE ${sql.table(table)} ADD COLUMN created_by text, ADD COLUMN created_from text, ADD COLUMN expires_at bigint`.execute(
      db,
    );
    for (const column of BY) {
      await sql`
        CREATE INDEX ${sql.ref(`${table}_unpaid_${column}`)} ON ${sql.table(table)} (${sql.ref(column)})
        WHERE ${sql.ref(column)} IS NOT NULL AND ${sql.raw(unpaid)}`.execute(db);
    }
  }
  await sql`ALTER TABLE airdrop_trees ADD COLUMN bytes bigint NOT NULL DEFAULT 0`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE airdrop_trees DROP COLUMN bytes`.execute(db);
  for (const table of Object.keys(TABLES)) {
    await sql`
      ALTER TABLE ${sql.table(table)} DROP COLUMN created_by, DROP COLUMN created_from, DROP COLUMN expires_at`.execute(
      db,
    );
  }
}
