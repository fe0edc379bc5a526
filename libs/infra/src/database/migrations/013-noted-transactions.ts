import { sql, type Kysely } from 'kysely';

/**
 * Transactions that replicas have sent or verified, which the Electrum servers' index may not show yet. A minute's worth:
 * each new one clears out old ones. Unlogged, as nothing is lost with them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE UNLOGGED TABLE noted_transactions (
      txid text PRIMARY KEY CHECK (txid ~ '^[0-9a-f]{64}$'),
      keys text[] NOT NULL,
      noted_at timestamptz NOT NULL DEFAULT now()
    )`.execute(db);
  await sql`CREATE INDEX noted_transactions_keys ON noted_transactions USING gin (keys)`.execute(db);
  await sql`CREATE INDEX noted_transactions_by_time ON noted_transactions (noted_at)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`DROP TABLE noted_transactions`.execute(db);
}
