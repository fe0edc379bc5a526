import { sql, type Kysely } from 'kysely';

/**
 * What shows all products as one list, newest first: an index for every filter of each table, and the figures over all
 * rows, kept in the transaction that changes them.
 *
 * Filtered walks have one key that says all of it (`token_type || status`) and an order that no other index of their table
 * has (the sum, or its absence: see the first migration), so that a rare kind of row is never looked for among all others.
 * What is asked for more broadly is a few such walks merged.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await publishProposals(db);
  for (const [name, index] of INDEXES) await sql`CREATE INDEX ${sql.ref(name)} ON ${sql.raw(index)}`.execute(db);
  await createFigures(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await dropFigures(db);
  for (const [name] of INDEXES) await sql`DROP INDEX ${sql.ref(name)}`.execute(db);
  await unpublishProposals(db);
}

/** Counts all there is, and keeps the count from then on. */
export async function createFigures(db: Kysely<unknown>): Promise<void> {
  await createCounters(db);
  // Triggers first: they keep everybody else from the tables until the count is done.
  for (const source of SOURCES) await createTriggers(db, source);
  for (const { table, columns } of SOURCES) await sql.raw(applyChanges(columns(table, 1))).execute(db);
}

/** Of these and of those that came after them: the names stayed. */
export async function dropFigures(db: Kysely<unknown>): Promise<void> {
  for (const { name, table } of SOURCES) {
    for (const event of EVENTS) await sql`DROP TRIGGER ${sql.ref(`${name}_${event}`)} ON ${sql.ref(table)}`.execute(db);
    await sql`DROP FUNCTION ${sql.ref(name)}()`.execute(db);
  }
  await sql`DROP TABLE explorer_counters, explorer_tokens`.execute(db);
}

/**
 * A proposal says by itself whether it may be shown, and cannot say otherwise than its vault. Set by the database: replicas
 * of the version before know nothing of it.
 */
async function publishProposals(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE vaults ADD CONSTRAINT vaults_publicity UNIQUE (id, is_public)`.execute(db);
  await sql`ALTER TABLE vault_proposals ADD COLUMN is_public boolean NOT NULL DEFAULT false`.execute(db);
  await sql`UPDATE vault_proposals SET is_public = true FROM vaults WHERE vaults.id = vault_proposals.vault_id AND vaults.is_public`.execute(
    db,
  );
  await sql`
    ALTER TABLE vault_proposals
      DROP CONSTRAINT vault_proposals_vault_id_fkey,
      ADD CONSTRAINT vault_proposals_as_public_as_vault FOREIGN KEY (vault_id, is_public) REFERENCES vaults (id, is_public)
        ON DELETE CASCADE ON UPDATE CASCADE`.execute(db);
  await sql`
    CREATE FUNCTION publish_proposal() RETURNS trigger LANGUAGE plpgsql AS $function$
    BEGIN
      NEW.is_public := coalesce((SELECT is_public FROM vaults WHERE id = NEW.vault_id), false);
      RETURN NEW;
    END
    $function$`.execute(db);
  await sql`CREATE TRIGGER vault_proposals_publish BEFORE INSERT ON vault_proposals
    FOR EACH ROW EXECUTE FUNCTION publish_proposal()`.execute(db);
}

async function unpublishProposals(db: Kysely<unknown>): Promise<void> {
  await sql`DROP TRIGGER vault_proposals_publish ON vault_proposals`.execute(db);
  await sql`DROP FUNCTION publish_proposal()`.execute(db);
  await sql`
    ALTER TABLE vault_proposals
      DROP COLUMN is_public,
      ADD CONSTRAINT vault_proposals_vault_id_fkey FOREIGN KEY (vault_id) REFERENCES vaults (id) ON DELETE CASCADE`.execute(
    db,
  );
  await sql`ALTER TABLE vaults DROP CONSTRAINT vaults_publicity`.execute(db);
}

/**
 * Unfiltered, streams, payments and campaigns have an index already. None with a key is partial: Postgres believes the
 * statistics of an expression only where its index has all rows, and without them may read all that match and sort.
 */
const INDEXES = [
  ['streams_explored', 'streams ((product || token_type || status), created_at, id)'],
  ['airdrop_campaigns_explored', 'airdrop_campaigns ((token_type || status), (created_at + 0), id)'],
  [
    'vault_proposals_explored',
    'vault_proposals ((CASE WHEN is_public THEN token_type || status END), (created_at + 0), id)',
  ],
  ['vault_proposals_public', 'vault_proposals (created_at, id) WHERE is_public'],
] as const;

const EVENTS = ['insert', 'update', 'delete'] as const;

interface Source {
  /** Of the function and its triggers: they come after those that keep the totals of lists, always in one order. */
  readonly name: string;
  readonly table: string;
  /** What of its rows is counted, of whatever holds such rows, each with the sign of its change. */
  readonly columns: (rows: string, sign: 1 | -1) => string;
}

const SOURCES: readonly Source[] = [
  {
    name: 'streams_explore',
    table: 'streams',
    columns: (rows, sign) => `
      SELECT id AS spread_by, CASE product WHEN 'payment' THEN 'PAYMENT' ELSE 'STREAM' END AS activity, token_type, token_category,
        CASE status WHEN 'PAUSED' THEN 'ACTIVE' ELSE status END AS status, total_amount AS amount, ${sign} AS change
      FROM ${rows}`,
  },
  {
    name: 'airdrops_explore',
    table: 'airdrop_campaigns',
    columns: (rows, sign) => `
      SELECT id AS spread_by, 'AIRDROP' AS activity, token_type, token_category, status, total_amount AS amount, ${sign} AS change
      FROM ${rows}`,
  },
  {
    // By their vault: a transaction changes several of one vault, and meets others which do in one row.
    name: 'proposals_explore',
    table: 'vault_proposals',
    columns: (rows, sign) => `
      SELECT vault_id AS spread_by, 'TREASURY' AS activity, token_type, token_category,
        CASE status WHEN 'EXECUTED' THEN 'COMPLETED' WHEN 'REJECTED' THEN 'CANCELLED' ELSE 'ACTIVE' END AS status,
        amount, ${sign} AS change
      FROM ${rows} WHERE is_public`,
  },
];

const STATUSES = ['pending', 'active', 'completed', 'cancelled'] as const;
const FIGURES = STATUSES.flatMap((status) => [status, `${status}_volume`] as const);

/** Counts and volumes of what a statement changed, by status. Amounts of different assets never meet in one volume. */
const SUMS = STATUSES.map(
  (status) => `
    coalesce(sum(change) FILTER (WHERE status = '${status.toUpperCase()}'), 0) AS ${status},
    coalesce(sum(change * counted_amount) FILTER (WHERE status = '${status.toUpperCase()}'), 0) AS ${status}_volume`,
).join(',');

/** Adds sums to what is kept, always in the order of the key; a change without a difference touches nothing. */
const addSums = (table: string, key: string, changes: string) => `
  INSERT INTO ${table} AS kept (${key}, ${FIGURES.join(', ')})
  SELECT ${key}, ${FIGURES.join(', ')}
  FROM (SELECT ${key}, ${SUMS} FROM (${changes}) AS changed GROUP BY ${key}) AS net
  WHERE (${FIGURES.join(', ')}) <> (${FIGURES.map(() => '0').join(', ')})
  ORDER BY ${key}
  ON CONFLICT (${key}) DO UPDATE SET ${FIGURES.map((figure) => `${figure} = kept.${figure} + excluded.${figure}`).join(', ')};`;

/** A record's shard, of so many. */
const shardOf = (shards: number) => `get_byte(uuid_send(spread_by), 15) % ${shards} AS shard`;

/** Everybody's rows are spread over 16, as those of the lists are. A token's own over 4: many people's, and read by the hundred. */
const applyChanges = (changes: string) => `
  ${addSums(
    'explorer_counters',
    'activity, token_type, shard',
    `SELECT *, ${shardOf(16)}, CASE token_type WHEN 'BCH' THEN amount ELSE 0 END AS counted_amount FROM (${changes}) AS each_change`,
  )}
  ${addSums(
    'explorer_tokens',
    'scope, token_category, shard',
    `SELECT scopes.scope, token_category, ${shardOf(4)}, status, amount AS counted_amount, change
     FROM (${changes}) AS each_change CROSS JOIN LATERAL (VALUES (activity), ('ALL')) AS scopes (scope)
     WHERE token_category IS NOT NULL`,
  )}`;

const FIGURE_COLUMNS = STATUSES.map((status) => `${status} bigint NOT NULL, ${status}_volume numeric NOT NULL`).join(
  ', ',
);

async function createCounters(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE explorer_counters (
      activity text NOT NULL CHECK (activity IN ('STREAM', 'PAYMENT', 'AIRDROP', 'TREASURY')),
      token_type text NOT NULL CHECK (token_type IN ('BCH', 'FUNGIBLE_TOKEN')),
      shard integer NOT NULL,
      ${sql.raw(FIGURE_COLUMNS)},
      PRIMARY KEY (activity, token_type, shard)
    ) WITH (fillfactor = 50)`.execute(db);
  await sql`
    CREATE TABLE explorer_tokens (
      scope text NOT NULL CHECK (scope IN ('ALL', 'STREAM', 'PAYMENT', 'AIRDROP', 'TREASURY')),
      token_category text NOT NULL,
      shard integer NOT NULL,
      ${sql.raw(FIGURE_COLUMNS)},
      funded bigint NOT NULL GENERATED ALWAYS AS (active + completed + cancelled) STORED,
      PRIMARY KEY (scope, token_category, shard)
    ) WITH (fillfactor = 70)`.execute(db);
  // Those most used come first, and what nobody paid for does not count: records cost nothing, fundings do.
  await sql`CREATE INDEX explorer_tokens_most_used ON explorer_tokens (scope, shard, funded DESC, token_category)`.execute(
    db,
  );
}

async function createTriggers(db: Kysely<unknown>, { name, table, columns }: Source): Promise<void> {
  await sql`
    CREATE FUNCTION ${sql.ref(name)}() RETURNS trigger LANGUAGE plpgsql AS $function$
    BEGIN
      IF TG_OP = 'INSERT' THEN ${sql.raw(applyChanges(columns('added', 1)))}
      ELSIF TG_OP = 'DELETE' THEN ${sql.raw(applyChanges(columns('removed', -1)))}
      ELSE ${sql.raw(applyChanges(`${columns('removed', -1)} UNION ALL ${columns('added', 1)}`))}
      END IF;
      RETURN NULL;
    END
    $function$`.execute(db);
  const sides = {
    insert: 'NEW TABLE AS added',
    update: 'OLD TABLE AS removed NEW TABLE AS added',
    delete: 'OLD TABLE AS removed',
  };
  for (const event of EVENTS) {
    await sql`CREATE TRIGGER ${sql.ref(`${name}_${event}`)} AFTER ${sql.raw(event.toUpperCase())} ON ${sql.ref(table)}
      REFERENCING ${sql.raw(sides[event])} FOR EACH STATEMENT EXECUTE FUNCTION ${sql.ref(name)}()`.execute(db);
  }
}
