import { sql, type Kysely } from 'kysely';

const FILLED = [
  'events',
  'contracts',
  'announcements',
  'scripts',
  'blocks',
  'daily_balances',
  'daily_activity',
  'balances',
  'verdict_counts',
];

/**
 * Parties of plans may be scripts: what was the hash of a key becomes the whole locking bytecode, hex, for every row. What
 * the funding of a plan says of a stream, which its announcement does not, gets a column.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE contracts RENAME COLUMN sender_hash TO sender`.execute(db);
  await sql`ALTER TABLE contracts RENAME COLUMN recipient_hash TO recipient`.execute(db);
  await sql`ALTER TABLE contracts ADD COLUMN plan jsonb`.execute(db);
  await sql`UPDATE contracts SET sender = '76a914' || sender || '88ac', recipient = '76a914' || recipient || '88ac'`.execute(
    db,
  );
  await sql`CREATE INDEX contracts_by_plan ON contracts ((plan->>'category'), family, funded_height, id) WHERE plan IS NOT NULL`.execute(
    db,
  );
}

/** Scripts have no place in the columns as they were: the tables are emptied, and fill again from the chain. */
export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`TRUNCATE ${sql.join(FILLED.map((table) => sql.table(table)))}`.execute(db);
  await sql`UPDATE sync_state SET version = version + 1, served_height = NULL`.execute(db);
  await sql`DROP INDEX contracts_by_plan`.execute(db);
  await sql`ALTER TABLE contracts DROP COLUMN plan`.execute(db);
  await sql`ALTER TABLE contracts RENAME COLUMN sender TO sender_hash`.execute(db);
  await sql`ALTER TABLE contracts RENAME COLUMN recipient TO recipient_hash`.execute(db);
}
