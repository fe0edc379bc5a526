import { sql, type Kysely } from 'kysely';
import { tellCreation } from './028-outbox-triggers.js';

/** Unix seconds of the transaction's start. */
const NOW = `(floor(extract(epoch FROM now()))::bigint)`;

/**
 * Streams of a list are stored ACTIVE, with the funding that opened them, in one statement: their funding and their plan follow
 * an insert as they follow an update. What tells of a creation says PENDING, as it does of those that are funded later: that
 * they are funded is the next event.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(SETTLE).execute(db);
  await sql
    .raw(
      follow(
        'follow_plan_funding',
        `removed JOIN added USING (id) WHERE added.plan_funding_id IS NOT NULL AND removed.funding_tx_hash IS DISTINCT FROM added.funding_tx_hash`,
      ),
    )
    .execute(db);
  await sql
    .raw(
      follow(
        'follow_opened_funding',
        `added WHERE added.plan_funding_id IS NOT NULL AND added.funding_tx_hash IS NOT NULL`,
      ),
    )
    .execute(db);
  await sql`CREATE TRIGGER streams_open_plan AFTER INSERT ON streams
    REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION follow_opened_funding()`.execute(db);
  await tellCreation(db, `|| jsonb_build_object('status', 'PENDING')`);
}

/** Streams that were stored at once are there all the same; who serves them next stores them in two steps again. */
export async function down(db: Kysely<unknown>): Promise<void> {
  await tellCreation(db, '');
  await sql`DROP TRIGGER streams_open_plan ON streams`.execute(db);
  await sql`DROP FUNCTION follow_opened_funding()`.execute(db);
  await sql.raw(EARLIER).execute(db);
  await sql`DROP FUNCTION settle_plan_funding(uuid)`.execute(db);
}

/** What a funding and its plan are after streams of it changed. */
const STEPS = `
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
        WHERE id = plan;`;

const SETTLE = `
    CREATE FUNCTION settle_plan_funding(changed uuid) RETURNS void LANGUAGE plpgsql AS $function$
    DECLARE
      plan uuid;
    BEGIN
      ${STEPS}
    END
    $function$`;

const follow = (name: string, rows: string): string => `
    CREATE OR REPLACE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $function$
    DECLARE
      changed uuid;
    BEGIN
      FOR changed IN SELECT DISTINCT added.plan_funding_id FROM ${rows} ORDER BY 1
      LOOP
        PERFORM settle_plan_funding(changed);
      END LOOP;
      RETURN NULL;
    END
    $function$`;

/** As it was before this migration. */
const EARLIER = `
    CREATE OR REPLACE FUNCTION follow_plan_funding() RETURNS trigger LANGUAGE plpgsql AS $function$
    DECLARE
      changed uuid;
      plan uuid;
    BEGIN
      FOR changed IN
        SELECT DISTINCT added.plan_funding_id FROM removed JOIN added USING (id)
        WHERE added.plan_funding_id IS NOT NULL AND removed.funding_tx_hash IS DISTINCT FROM added.funding_tx_hash
        ORDER BY 1
      LOOP
        ${STEPS}
      END LOOP;
      RETURN NULL;
    END
    $function$`;
