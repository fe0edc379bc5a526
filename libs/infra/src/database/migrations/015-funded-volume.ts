import { sql, type Kysely } from 'kysely';
import { createFigures as createEarlierFigures, dropFigures } from './010-explorer.js';

/**
 * The explorer's volumes count what was funded: of a campaign what its lanes can pay, of a proposal what was carried out.
 * What is PENDING has a figure of its own, since anybody can create records of any amount, and so have tokens: what nobody
 * paid for does not bring one among those most used.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await dropFigures(db);
  await createCounters(db);
  // Triggers first: they keep everybody else from the tables until the count is done.
  for (const source of SOURCES) await createTriggers(db, source);
  for (const { table, columns } of SOURCES) await sql.raw(applyChanges(columns(table, 1))).execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await dropFigures(db);
  await createEarlierFigures(db);
}

/** Rows that the explorer's figures are made of. */
export interface ExplorerSource {
  /** Of the function and its triggers: they come after those that keep the totals of lists, always in one order. */
  readonly name: string;
  readonly table: string;
  /** What of its rows is counted, of whatever holds such rows, each with the sign of its change. */
  readonly columns: (rows: string, sign: 1 | -1) => string;
}

/** By their vault: a transaction changes several of one vault, and meets others which do in one row. */
export const PROPOSALS = { name: 'proposals_explore', table: 'vault_proposals' } as const;

/** @param amount what one that was carried out counts for */
export const proposalColumns =
  (amount: string): ExplorerSource['columns'] =>
  (rows, sign) =>
    `
      SELECT vault_id AS spread_by, 'TREASURY' AS activity, token_type, token_category,
        CASE status WHEN 'EXECUTED' THEN 'COMPLETED' WHEN 'REJECTED' THEN 'CANCELLED' ELSE 'ACTIVE' END AS status,
        CASE status WHEN 'EXECUTED' THEN ${amount} ELSE 0 END AS amount, status = 'EXECUTED' AS is_funded, ${sign} AS change
      FROM ${rows} WHERE is_public`;

const SOURCES: readonly ExplorerSource[] = [
  {
    name: 'streams_explore',
    table: 'streams',
    columns: (rows, sign) => `
      SELECT id AS spread_by, CASE product WHEN 'payment' THEN 'PAYMENT' ELSE 'STREAM' END AS activity, token_type, token_category,
        CASE status WHEN 'PAUSED' THEN 'ACTIVE' ELSE status END AS status, total_amount AS amount, status <> 'PENDING' AS is_funded,
        ${sign} AS change
      FROM ${rows}`,
  },
  {
    name: 'airdrops_explore',
    table: 'airdrop_campaigns',
    columns: (rows, sign) => `
      SELECT id AS spread_by, 'AIRDROP' AS activity, token_type, token_category, status,
        CASE status WHEN 'PENDING' THEN total_amount ELSE coalesce(pool, total_amount) END AS amount, status <> 'PENDING' AS is_funded,
        ${sign} AS change
      FROM ${rows}`,
  },
  { ...PROPOSALS, columns: proposalColumns('amount') },
];

const EVENTS = {
  insert: 'NEW TABLE AS added',
  update: 'OLD TABLE AS removed NEW TABLE AS added',
  delete: 'OLD TABLE AS removed',
};

const STATUSES = ['pending', 'active', 'completed', 'cancelled'] as const;
const FIGURES = [...STATUSES.flatMap((status) => [status, `${status}_volume`] as const), 'funded'];

/** Counts and volumes of what a statement changed, by status. Amounts of different assets never meet in one volume. */
const SUMS = [
  ...STATUSES.map(
    (status) => `
    coalesce(sum(change) FILTER (WHERE status = '${status.toUpperCase()}'), 0) AS ${status},
    coalesce(sum(change * counted_amount) FILTER (WHERE status = '${status.toUpperCase()}'), 0) AS ${status}_volume`,
  ),
  `coalesce(sum(change) FILTER (WHERE is_funded), 0) AS funded`,
].join(',');

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
    `SELECT scopes.scope, token_category, ${shardOf(4)}, status, amount AS counted_amount, is_funded, change
     FROM (${changes}) AS each_change CROSS JOIN LATERAL (VALUES (activity), ('ALL')) AS scopes (scope)
     WHERE token_category IS NOT NULL`,
  )}`;

const FIGURE_COLUMNS = [
  ...STATUSES.map((status) => `${status} bigint NOT NULL, ${status}_volume numeric NOT NULL`),
  'funded bigint NOT NULL',
].join(', ');

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
      PRIMARY KEY (scope, token_category, shard)
    ) WITH (fillfactor = 70)`.execute(db);
  // Those most used come first, and what nobody paid for does not count: records cost nothing, fundings do.
  await sql`CREATE INDEX explorer_tokens_most_used ON explorer_tokens (scope, shard, funded DESC, token_category)`.execute(
    db,
  );
}

async function createTriggers(db: Kysely<unknown>, source: ExplorerSource): Promise<void> {
  await writeFunction(db, source);
  const { name, table } = source;
  for (const [event, sides] of Object.entries(EVENTS)) {
    await sql`CREATE TRIGGER ${sql.ref(`${name}_${event}`)} AFTER ${sql.raw(event.toUpperCase())} ON ${sql.ref(table)}
      REFERENCING ${sql.raw(sides)} FOR EACH STATEMENT EXECUTE FUNCTION ${sql.ref(name)}()`.execute(db);
  }
}

/** Writes what the triggers of a source run, in the place of what they ran before. */
export async function writeFunction(db: Kysely<unknown>, { name, columns }: ExplorerSource): Promise<void> {
  await sql`
    CREATE OR REPLACE FUNCTION ${sql.ref(name)}() RETURNS trigger LANGUAGE plpgsql AS $function$
    BEGIN
      IF TG_OP = 'INSERT' THEN ${sql.raw(applyChanges(columns('added', 1)))}
      ELSIF TG_OP = 'DELETE' THEN ${sql.raw(applyChanges(columns('removed', -1)))}
      ELSE ${sql.raw(applyChanges(`${columns('removed', -1)} UNION ALL ${columns('added', 1)}`))}
      END IF;
      RETURN NULL;
    END
    $function$`.execute(db);
}
