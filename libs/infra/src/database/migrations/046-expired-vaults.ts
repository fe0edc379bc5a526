import { sql, type Kysely } from 'kysely';
import { VAULT, write } from './028-outbox-triggers.js';

/**
 * Tells that a vault expired before its row is removed, row by row: behind the statement its members, who are the event's parties
 * and see it, were removed with it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`DROP TRIGGER vaults_expired_outbox_delete ON vaults`.execute(db);
  await define(db, '(SELECT OLD.*) AS v', 'OLD');
  await sql`CREATE TRIGGER vaults_expired_outbox_delete BEFORE DELETE ON vaults
    FOR EACH ROW EXECUTE FUNCTION vaults_expired_outbox()`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`DROP TRIGGER vaults_expired_outbox_delete ON vaults`.execute(db);
  await define(db, 'removed AS v', 'NULL');
  await sql`CREATE TRIGGER vaults_expired_outbox_delete AFTER DELETE ON vaults
    REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION vaults_expired_outbox()`.execute(db);
}

const define = (db: Kysely<unknown>, rows: string, returned: string) =>
  sql`
    CREATE OR REPLACE FUNCTION vaults_expired_outbox() RETURNS trigger LANGUAGE plpgsql AS $function$
    BEGIN
      ${sql.raw(write({ ...VAULT, kind: `'expired'` }, `${rows} WHERE v.status = 'pending' ORDER BY v.id`))}
      RETURN ${sql.raw(returned)};
    END
    $function$`.execute(db);
