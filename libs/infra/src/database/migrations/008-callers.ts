import { sql, type Kysely } from 'kysely';

/** What replicas share of their callers: messages waiting for a signature, the secret bearers are signed with, counts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE auth_nonces (
      id uuid PRIMARY KEY,
      address text NOT NULL,
      message text NOT NULL,
      expires_at bigint NOT NULL
    )`.execute(db);
  await sql`CREATE INDEX auth_nonces_by_expiry ON auth_nonces (expires_at)`.execute(db);
  await sql`
    CREATE TABLE service_secrets (
      name text PRIMARY KEY CHECK (name ~ '^[a-z-]{1,32}$'),
      value text NOT NULL CHECK (length(value) >= 32)
    )`.execute(db);
  // Counts of the running minute: a crash may lose them, so they cost no write-ahead log. Room on each page and no
  // second index let an update stay where it is.
  await sql`
    CREATE UNLOGGED TABLE rate_limits (
      key text PRIMARY KEY,
      window_end bigint NOT NULL,
      hits integer NOT NULL CHECK (hits > 0)
    ) WITH (fillfactor = 50)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  for (const table of ['rate_limits', 'service_secrets', 'auth_nonces'])
    await sql`DROP TABLE ${sql.ref(table)}`.execute(db);
}
