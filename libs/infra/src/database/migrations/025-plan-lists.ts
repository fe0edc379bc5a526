import { sql, type Kysely } from 'kysely';

const PARTY = '^([0-9a-f]{40}|a914[0-9a-f]{40}87|aa20[0-9a-f]{64}87)$';
const USERS = ['stream', 'payment', 'airdrop', 'vault'];
const listed = (types: readonly string[]) => sql.raw(types.map((type) => `'${type}'`).join(', '));

/**
 * The lists of plans before they are funded. They cost nobody anything and name whom they like, so that they are no streams
 * yet: no list, no search and no figure but the plan's own knows of them. Each row has the id its stream will have.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE plans
      ADD COLUMN defaults jsonb,
      ADD COLUMN recipients integer NOT NULL DEFAULT 0 CHECK (recipients BETWEEN 0 AND 32767),
      ADD COLUMN principal numeric(40,0) NOT NULL DEFAULT 0 CHECK (principal >= 0),
      ADD COLUMN offered_at bigint`.execute(db);
  await sql`
    CREATE TABLE plan_recipients (
      plan_id uuid NOT NULL REFERENCES plans (id) ON DELETE CASCADE,
      plan_index integer NOT NULL CHECK (plan_index BETWEEN 1 AND 32767),
      funding_id uuid NOT NULL REFERENCES plan_fundings (id) ON DELETE CASCADE,
      stream_id uuid NOT NULL UNIQUE,
      recipient text NOT NULL,
      recipient_hash text NOT NULL CHECK (recipient_hash ~ ${sql.lit(PARTY)}),
      label text,
      principal numeric(20,0) NOT NULL CHECK (principal > 0),
      start_time bigint NOT NULL CHECK (start_time >= 500000000),
      end_time bigint CHECK (end_time <= 4294967295),
      cliff_seconds bigint CHECK (cliff_seconds >= 0),
      step_seconds bigint NOT NULL CHECK (step_seconds > 0),
      amount_per_period numeric(20,0) CHECK (amount_per_period > 0),
      periods integer CHECK (periods > 0),
      payment_interval text CHECK (payment_interval IN ('DAILY', 'WEEKLY', 'BIWEEKLY', 'MONTHLY', 'YEARLY')),

      PRIMARY KEY (plan_id, plan_index),
      CONSTRAINT plan_recipients_kind CHECK (
        CASE WHEN periods IS NULL
          THEN num_nonnulls(end_time, cliff_seconds) = 2 AND num_nonnulls(amount_per_period, payment_interval) = 0
          ELSE num_nonnulls(amount_per_period, payment_interval) = 2 AND cliff_seconds IS NULL END)
    )`.execute(db);
  await sql`CREATE INDEX plan_recipients_of_funding ON plan_recipients (funding_id, plan_index)`.execute(db);
  await allowUsers(db, [...USERS, 'plan']);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`DELETE FROM transaction_uses WHERE resource_type = 'plan'`.execute(db);
  await allowUsers(db, USERS);
  await sql`DROP TABLE plan_recipients`.execute(db);
  await sql`
    ALTER TABLE plans DROP COLUMN defaults, DROP COLUMN recipients, DROP COLUMN principal, DROP COLUMN offered_at`.execute(
    db,
  );
}

const allowUsers = (db: Kysely<unknown>, types: readonly string[]) =>
  sql`
    ALTER TABLE transaction_uses
      DROP CONSTRAINT transaction_uses_resource_type_check,
      ADD CONSTRAINT transaction_uses_resource_type_check CHECK (resource_type IN (${listed(types)}))`.execute(db);
