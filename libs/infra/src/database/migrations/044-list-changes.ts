import { sql, type Kysely } from 'kysely';

/**
 * Tells, in the transaction that changes what lists show, which lists it changes: so that an answer may be given again
 * while nothing it is made of has changed, whatever is written elsewhere.
 *
 * Rows are only ever added, one a statement: writers wait for nobody, and a change is seen exactly when its row is. They are
 * removed once every process has seen them (`libs/infra/src/database/list-changes`).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE list_changes (xid xid8 NOT NULL DEFAULT pg_current_xact_id(), topics text[] NOT NULL)`.execute(
    db,
  );
  await sql`CREATE INDEX list_changes_in_order ON list_changes (xid)`.execute(db);
  // Changes of transactions before it are no longer kept. One row.
  await sql`CREATE TABLE list_changes_floor (xid xid8 NOT NULL, one boolean PRIMARY KEY DEFAULT true CHECK (one))`.execute(
    db,
  );
  await sql`INSERT INTO list_changes_floor (xid) VALUES (pg_snapshot_xmin(pg_current_snapshot()))`.execute(db);
  for (const { table, changed, touched } of SOURCES) {
    const name = `tell_${table}_changed`;
    await sql`
      CREATE FUNCTION ${sql.ref(name)}() RETURNS trigger LANGUAGE plpgsql AS $function$
      DECLARE told text[];
      BEGIN
        IF TG_OP = 'INSERT' THEN ${sql.raw(collect(touched, 'SELECT * FROM added'))}
        ELSIF TG_OP = 'DELETE' THEN ${sql.raw(collect(touched, 'SELECT * FROM removed'))}
        ELSE ${sql.raw(collect(touched, changed))}
        END IF;
        IF cardinality(told) > ${sql.lit(MOST_TOPICS)} THEN told = ARRAY['*']; END IF;
        IF cardinality(told) > 0 THEN INSERT INTO list_changes (topics) VALUES (told); END IF;
        RETURN NULL;
      END
      $function$`.execute(db);
    for (const [event, sides] of Object.entries(SIDES))
      await sql`CREATE TRIGGER ${sql.ref(`${name}_${event}`)} AFTER ${sql.raw(event.toUpperCase())} ON ${sql.ref(table)}
        REFERENCING ${sql.raw(sides)} FOR EACH STATEMENT EXECUTE FUNCTION ${sql.ref(name)}()`.execute(db);
  }
}

export async function down(db: Kysely<unknown>): Promise<void> {
  for (const { table } of SOURCES) {
    const name = `tell_${table}_changed`;
    for (const event of Object.keys(SIDES))
      await sql`DROP TRIGGER ${sql.ref(`${name}_${event}`)} ON ${sql.ref(table)}`.execute(db);
    await sql`DROP FUNCTION ${sql.ref(name)}()`.execute(db);
  }
  await sql`DROP TABLE list_changes_floor`.execute(db);
  await sql`DROP TABLE list_changes`.execute(db);
}

/** A plan opens 640 streams at once, of as many recipients. Beyond, all lists count as changed. */
const MOST_TOPICS = 2_000;

const SIDES = {
  insert: 'NEW TABLE AS added',
  update: 'OLD TABLE AS removed NEW TABLE AS added',
  delete: 'OLD TABLE AS removed',
} as const;

/** Both sides of a row that an update touched. */
const BOTH = 'SELECT * FROM removed UNION ALL SELECT * FROM added';

/** What is shown of a token; what waits in its queue is nobody's concern. */
const SHOWN = 'standing, shown_hash, shown_until, symbol, name, decimals, description, icon';
const shownOf = (side: string) =>
  SHOWN.split(', ')
    .map((column) => `${side}.${column}`)
    .join(', ');

const collect = (touched: string, rows: string) => `
  SELECT array_agg(DISTINCT topic) INTO told FROM (${rows}) AS each CROSS JOIN LATERAL (${touched}) AS touched (topic);`;

const SOURCES = [
  {
    table: 'streams',
    changed: BOTH,
    touched: `VALUES (each.product), (each.product || ':' || each.sender_hash), (each.product || ':' || each.recipient_hash)`,
  },
  { table: 'airdrop_campaigns', changed: BOTH, touched: `VALUES ('airdrop'), ('airdrop:' || each.creator_hash)` },
  {
    table: 'airdrop_lanes',
    changed: BOTH,
    touched: `SELECT 'airdrop' UNION ALL SELECT 'airdrop:' || creator_hash FROM airdrop_campaigns WHERE id = each.campaign_id`,
  },
  {
    table: 'vault_proposals',
    changed: BOTH,
    touched: `SELECT 'proposal' WHERE each.is_public`,
  },
  {
    table: 'tokens',
    changed: `SELECT added.* FROM added JOIN removed USING (category) WHERE (${shownOf('added')}) IS DISTINCT FROM (${shownOf('removed')})`,
    touched: `SELECT 'token' WHERE each.shown_hash IS NOT NULL OR TG_OP <> 'INSERT'`,
  },
] as const;
