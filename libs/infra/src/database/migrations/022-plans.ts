import { sql, type Kysely } from 'kysely';

/** Unix seconds of the transaction's start. */
const NOW = sql`(floor(extract(epoch FROM now()))::bigint)`;

/** A party's key: a public key's hash, or the whole locking bytecode of a script. See `database/plans/plan-tables.ts`. */
const PARTY = '^([0-9a-f]{40}|a914[0-9a-f]{40}87|aa20[0-9a-f]{64}87)$';
const PRODUCTS = `'VESTING_BCH', 'VESTING_TOKEN', 'RECURRING_BCH', 'RECURRING_TOKEN'`;

/**
 * Plans, their fundings, and what a stream's row needs to be one of a plan's.
 *
 * Siblings share a nonce, a script and an address: what was unique of a stream stays so only where it has no siblings. A
 * stream of a plan is known by the output of its funding instead. Replicas of the version before cannot serve such rows.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE SEQUENCE plan_number`.execute(db);
  await createPlans(db);
  await createFundings(db);
  await extendStreams(db);
  await keepStatus(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  for (const table of ['transitions', 'transaction_uses', 'resource_events', 'lost_fundings', 'script_readings'])
    await sql`DELETE FROM ${sql.ref(table)} WHERE resource_id IN (SELECT id FROM streams WHERE plan_funding_id IS NOT NULL)`.execute(
      db,
    );
  await sql`DELETE FROM streams WHERE plan_funding_id IS NOT NULL`.execute(db);
  await sql`DROP TRIGGER streams_leave_plan ON streams`.execute(db);
  await sql`DROP TRIGGER streams_fund_plan ON streams`.execute(db);
  await sql`DROP FUNCTION leave_plan_funding(), follow_plan_funding()`.execute(db);
  await reduceStreams(db);
  await sql`DROP TABLE plan_fundings, plans`.execute(db);
  await sql`DROP SEQUENCE plan_number`.execute(db);
}

const createPlans = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    CREATE TABLE plans (
      id uuid PRIMARY KEY,
      plan_id text NOT NULL UNIQUE CHECK (plan_id ~ '^#WEIR-PLAN-[0-9]{6,}$'),
      product text NOT NULL CHECK (product IN (${sql.raw(PRODUCTS)})),
      sender text NOT NULL,
      sender_hash text NOT NULL CHECK (sender_hash ~ ${sql.lit(PARTY)}),
      token_category text CHECK (token_category ~ '^[0-9a-f]{64}$'),
      nonce text NOT NULL UNIQUE CHECK (nonce ~ '^[0-9a-f]{32}$'),
      fee_bound numeric(20,0) NOT NULL CHECK (fee_bound > 0),
      cancel_fills integer NOT NULL CHECK (cancel_fills BETWEEN 1 AND 255),
      vault_id uuid,
      description text,
      status text NOT NULL DEFAULT 'PENDING' CHECK (status IN ('PENDING', 'ACTIVE')),
      created_by text,
      created_from text,
      expires_at bigint,
      created_at bigint NOT NULL DEFAULT ${NOW},
      updated_at bigint NOT NULL DEFAULT ${NOW},

      CONSTRAINT plans_token_has_category CHECK ((product LIKE '%_BCH') = (token_category IS NULL))
    ) WITH (fillfactor = 85)`.execute(db);
  await sql`CREATE INDEX plans_by_sender ON plans (sender_hash, created_at, id)`.execute(db);
  await sql`CREATE INDEX plans_by_creation ON plans (created_at, id)`.execute(db);
  for (const column of ['created_by', 'created_from', 'expires_at'])
    await sql`CREATE INDEX ${sql.ref(`plans_unpaid_${column}`)} ON plans (${sql.ref(column)})
      WHERE ${sql.ref(column)} IS NOT NULL AND status = 'PENDING'`.execute(db);
};

const createFundings = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    CREATE TABLE plan_fundings (
      id uuid PRIMARY KEY,
      plan_id uuid REFERENCES plans (id) ON DELETE CASCADE,
      part integer NOT NULL DEFAULT 1 CHECK (part > 0),
      product text NOT NULL CHECK (product IN (${sql.raw(PRODUCTS)})),
      sender_hash text NOT NULL CHECK (sender_hash ~ ${sql.lit(PARTY)}),
      token_category text CHECK (token_category ~ '^[0-9a-f]{64}$'),
      nonce text NOT NULL CHECK (nonce ~ '^[0-9a-f]{32}$'),
      announcement text NOT NULL CHECK (announcement ~ '^6a([0-9a-f]{2})+$'),
      streams integer NOT NULL CHECK (streams > 0),
      status text NOT NULL DEFAULT 'PENDING' CHECK (status IN ('PENDING', 'ACTIVE')),
      category text CHECK (category ~ '^[0-9a-f]{64}$'),
      funding_tx_hash text UNIQUE CHECK (funding_tx_hash ~ '^[0-9a-f]{64}$'),
      created_at bigint NOT NULL DEFAULT ${NOW},
      updated_at bigint NOT NULL DEFAULT ${NOW},

      UNIQUE (plan_id, part),
      CONSTRAINT plan_fundings_token_has_category CHECK ((product LIKE '%_BCH') = (token_category IS NULL)),
      CONSTRAINT plan_fundings_funded_whole CHECK (
        num_nonnulls(category, funding_tx_hash) = CASE status WHEN 'ACTIVE' THEN 2 ELSE 0 END)
    )`.execute(db);
  // The parts of one plan share its nonce; whatever else has it would have its addresses.
  await sql`CREATE UNIQUE INDEX plan_fundings_nonce_key ON plan_fundings (nonce) WHERE plan_id IS NULL`.execute(db);
};

const UNIQUE_OF_ONE = { streams_nonce_key: 'nonce', streams_script_hash_key: 'script_hash' } as const;

const extendStreams = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    ALTER TABLE streams
      ADD COLUMN plan_funding_id uuid REFERENCES plan_fundings (id) ON DELETE CASCADE,
      ADD COLUMN plan_id uuid REFERENCES plans (id) ON DELETE CASCADE,
      ADD COLUMN plan_announcement text CHECK (plan_announcement ~ '^6a([0-9a-f]{2})+$'),
      ADD COLUMN plan_group smallint CHECK (plan_group BETWEEN 0 AND 15),
      ADD COLUMN plan_index integer CHECK (plan_index BETWEEN 1 AND 32767),
      ADD COLUMN plan_reserve numeric(20,0) CHECK (plan_reserve > 0),
      ADD COLUMN label text,
      ADD CONSTRAINT streams_plan_whole CHECK (
        num_nonnulls(plan_funding_id, plan_announcement, plan_group, plan_index, plan_reserve) IN (0, 5)
        AND (plan_id IS NULL OR plan_funding_id IS NOT NULL)),
      DROP CONSTRAINT streams_sender_hash_check,
      DROP CONSTRAINT streams_recipient_hash_check,
      ADD CONSTRAINT streams_sender_hash_check CHECK (sender_hash ~ ${sql.lit(PARTY)}),
      ADD CONSTRAINT streams_recipient_hash_check CHECK (recipient_hash ~ ${sql.lit(PARTY)}),
      ADD CONSTRAINT streams_without_plan_keys CHECK (
        plan_funding_id IS NOT NULL OR (length(sender_hash) = 40 AND length(recipient_hash) = 40))`.execute(db);
  for (const [name, column] of Object.entries(UNIQUE_OF_ONE)) {
    await sql`ALTER TABLE streams DROP CONSTRAINT ${sql.ref(name)}`.execute(db);
    await sql`CREATE UNIQUE INDEX ${sql.ref(name)} ON streams (${sql.ref(column)}) WHERE plan_funding_id IS NULL`.execute(
      db,
    );
  }
  await sql`CREATE UNIQUE INDEX streams_of_funding ON streams (plan_funding_id, plan_index) WHERE plan_funding_id IS NOT NULL`.execute(
    db,
  );
  // None of a plan is opened twice: its rows have one number each, over all of its fundings.
  await sql`CREATE UNIQUE INDEX streams_of_plan ON streams (plan_id, plan_index) WHERE plan_id IS NOT NULL`.execute(db);
  // One output is one stream: what siblings have for a script of their own.
  await sql`CREATE UNIQUE INDEX streams_funding_outpoint ON streams (funding_tx_hash, funding_vout)
    WHERE funding_tx_hash IS NOT NULL`.execute(db);
};

const reduceStreams = async (db: Kysely<unknown>): Promise<void> => {
  await sql`DROP INDEX streams_funding_outpoint, streams_of_plan, streams_of_funding`.execute(db);
  for (const [name, column] of Object.entries(UNIQUE_OF_ONE)) {
    await sql`DROP INDEX ${sql.ref(name)}`.execute(db);
    await sql`ALTER TABLE streams ADD CONSTRAINT ${sql.ref(name)} UNIQUE (${sql.ref(column)})`.execute(db);
  }
  await sql`
    ALTER TABLE streams
      DROP CONSTRAINT streams_without_plan_keys,
      DROP CONSTRAINT streams_sender_hash_check,
      DROP CONSTRAINT streams_recipient_hash_check,
      ADD CONSTRAINT streams_sender_hash_check CHECK (sender_hash ~ '^[0-9a-f]{40}$'),
      ADD CONSTRAINT streams_recipient_hash_check CHECK (recipient_hash ~ '^[0-9a-f]{40}$'),
      DROP COLUMN plan_funding_id, DROP COLUMN plan_id, DROP COLUMN plan_announcement, DROP COLUMN plan_group,
      DROP COLUMN plan_index, DROP COLUMN plan_reserve, DROP COLUMN label`.execute(db);
};

/**
 * A funding is ACTIVE while a stream of it has a funding transaction, and a plan once a funding of it is, whoever records or
 * takes it back: the streams' rows are the record, and these follow them in the same transaction.
 */
const keepStatus = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    CREATE FUNCTION follow_plan_funding() RETURNS trigger LANGUAGE plpgsql AS $function$
    DECLARE
      changed uuid;
      plan uuid;
    BEGIN
      FOR changed IN
        SELECT DISTINCT added.plan_funding_id FROM removed JOIN added USING (id)
        WHERE added.plan_funding_id IS NOT NULL AND removed.funding_tx_hash IS DISTINCT FROM added.funding_tx_hash
        ORDER BY 1
      LOOP
        -- Siblings that are taken back at the same moment see each other's work only behind this lock.
        SELECT plan_id INTO plan FROM plan_fundings WHERE id = changed FOR UPDATE;
        UPDATE plan_fundings SET
          (status, funding_tx_hash, category) = (
            SELECT coalesce(max('ACTIVE'), 'PENDING'), max(funded.funding_tx_hash), max(coalesce(funded.state_category, plan_fundings.category))
            FROM (
              SELECT funding_tx_hash, state_category FROM streams
              WHERE plan_funding_id = changed AND funding_tx_hash IS NOT NULL ORDER BY plan_index LIMIT 1
            ) AS funded),
          updated_at = ${NOW}
        WHERE id = changed;
        UPDATE plans SET
          status = CASE WHEN EXISTS (SELECT FROM plan_fundings WHERE plan_id = plan AND status = 'ACTIVE') THEN 'ACTIVE' ELSE 'PENDING' END,
          updated_at = ${NOW}
        WHERE id = plan;
      END LOOP;
      RETURN NULL;
    END
    $function$`.execute(db);
  await sql`CREATE TRIGGER streams_fund_plan AFTER UPDATE ON streams
    REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION follow_plan_funding()`.execute(
    db,
  );
  await sql`
    CREATE FUNCTION leave_plan_funding() RETURNS trigger LANGUAGE plpgsql AS $function$
    BEGIN
      DELETE FROM plan_fundings AS left_over USING removed
      WHERE left_over.id = removed.plan_funding_id
        AND NOT EXISTS (SELECT FROM streams WHERE plan_funding_id = left_over.id);
      RETURN NULL;
    END
    $function$`.execute(db);
  await sql`CREATE TRIGGER streams_leave_plan AFTER DELETE ON streams
    REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION leave_plan_funding()`.execute(db);
};
