import { sql, type Kysely } from 'kysely';

/**
 * Keys by which creations are told from their repetitions. A row without an answer is held by a request that is at work, until
 * `running_until`, which it puts off while it lives; with one, the record is there: both are stored in one transaction.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE idempotency_keys (
      scope text NOT NULL,
      key text NOT NULL,
      token uuid NOT NULL,
      running_until timestamptz NOT NULL,
      fingerprint text,
      answer text,
      created_by text,
      created_from text,
      expires_at bigint NOT NULL,
      PRIMARY KEY (scope, key),
      CONSTRAINT idempotency_keys_answered CHECK (num_nonnulls(fingerprint, answer) IN (0, 2))
    )`.execute(db);
  for (const column of ['created_by', 'created_from'])
    await sql`
      CREATE INDEX ${sql.ref(`idempotency_keys_${column}`)} ON idempotency_keys (${sql.ref(column)}, expires_at)
      WHERE ${sql.ref(column)} IS NOT NULL`.execute(db);
  await sql`CREATE INDEX idempotency_keys_expires_at ON idempotency_keys (expires_at)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`DROP TABLE idempotency_keys`.execute(db);
}
