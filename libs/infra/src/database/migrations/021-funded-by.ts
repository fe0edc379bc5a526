import { sql, type Kysely } from 'kysely';

const COLUMNS = { streams: 'funded_by_sender', airdrop_campaigns: 'funded_by_creator' } as const;

/** Whether a funding spent a coin of whom the record names. Null while there is none, and of fundings older than the column. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [table, column] of Object.entries(COLUMNS))
    await sql`ALTER TABLE ${sql.table(table)} ADD COLUMN ${sql.ref(column)} boolean`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  for (const [table, column] of Object.entries(COLUMNS))
    await sql`ALTER TABLE ${sql.table(table)} DROP COLUMN ${sql.ref(column)}`.execute(db);
}
