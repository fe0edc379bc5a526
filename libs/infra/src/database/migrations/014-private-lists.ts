import { sql, type Kysely } from 'kysely';

/**
 * Whom lists and links are for. A campaign's list is its creator's and each recipient's own, unless it was made open; a
 * stream's vault is named to everybody where the vault is public, which it is for good or never.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE airdrop_campaigns ADD COLUMN public_list boolean NOT NULL DEFAULT false
    CONSTRAINT airdrop_campaigns_public_list CHECK (require_kyc OR NOT public_list)`.execute(db);
  await linkVaults(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE airdrop_campaigns DROP COLUMN public_list`.execute(db);
  await sql`DROP TRIGGER vaults_show_streams ON vaults`.execute(db);
  await sql`DROP TRIGGER streams_show_vault ON streams`.execute(db);
  await sql`DROP FUNCTION show_vault_of_stream(), show_streams_vault()`.execute(db);
  await sql`ALTER TABLE streams DROP COLUMN vault_public`.execute(db);
}

/** Set where a stream is stored, whatever replica stores it: false, as of a vault that is not there, unless told otherwise. */
async function linkVaults(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE streams ADD COLUMN vault_public boolean NOT NULL DEFAULT false`.execute(db);
  await sql`UPDATE streams SET vault_public = true FROM vaults WHERE vaults.id = streams.vault_id AND vaults.is_public`.execute(
    db,
  );
  await sql`
    CREATE FUNCTION show_vault_of_stream() RETURNS trigger LANGUAGE plpgsql AS $function$
    BEGIN
      NEW.vault_public := coalesce((SELECT is_public FROM vaults WHERE id = NEW.vault_id), false);
      RETURN NEW;
    END
    $function$`.execute(db);
  await sql`CREATE TRIGGER streams_show_vault BEFORE INSERT ON streams
    FOR EACH ROW WHEN (NEW.vault_id IS NOT NULL) EXECUTE FUNCTION show_vault_of_stream()`.execute(db);
  await sql`
    CREATE FUNCTION show_streams_vault() RETURNS trigger LANGUAGE plpgsql AS $function$
    BEGIN
      UPDATE streams SET vault_public = NEW.is_public WHERE vault_id = NEW.id;
      RETURN NULL;
    END
    $function$`.execute(db);
  await sql`CREATE TRIGGER vaults_show_streams AFTER UPDATE OF is_public ON vaults
    FOR EACH ROW WHEN (NEW.is_public <> OLD.is_public) EXECUTE FUNCTION show_streams_vault()`.execute(db);
}
