import { sql, type RawBuilder } from 'kysely';
import { ACTIVITIES, isPayoutKind, wordsOf, PROPOSALS, TOKEN_TYPES } from '@weir/kinds';
import { wordList } from '../../sql/words-in-sql.js';
import { BEGIN, END, onEachEvent, triggersOf } from './triggers.js';

/** Rows that the explorer's figures are made of. */
interface Source {
  /** Of the function and its triggers. */
  readonly name: string;
  readonly table: string;
  /** What of its rows is counted, of everything that holds such rows, each with the sign of its change. */
  readonly columns: (rows: string, sign: 1 | -1) => string;
}

/** All rows that the figures are made of. */
export const SOURCES: readonly Source[] = [
  {
    name: 'streams_explore',
    table: 'streams',
    columns: (rows, sign) => `
      SELECT id AS spread_by, CASE product WHEN 'payment' THEN 'PAYMENT' ELSE 'STREAM' END AS activity, token_type, token_category,
        CASE status WHEN 'PAUSED' THEN 'ACTIVE' ELSE status END AS status,
        CASE WHEN campaign_id IS NULL THEN total_amount ELSE 0 END AS amount, status <> 'PENDING' AS is_funded,
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
  {
    // By their vault: a transaction changes several of one vault, and meets others which do in one row. What a proposal opens counts
    // as the record's own figure.
    name: 'proposals_explore',
    table: 'vault_proposals',
    columns: (rows, sign) => `
      SELECT vault_id AS spread_by, 'TREASURY' AS activity, token_type, token_category,
        CASE status WHEN 'EXECUTED' THEN 'COMPLETED' WHEN 'REJECTED' THEN 'CANCELLED' ELSE 'ACTIVE' END AS status,
        CASE status WHEN 'EXECUTED' THEN CASE WHEN kind IN ${wordList(wordsOf(PROPOSALS).filter(isPayoutKind))} THEN amount ELSE 0 END ELSE 0 END AS amount,
        status = 'EXECUTED' AS is_funded, ${sign} AS change
      FROM ${rows} WHERE is_public`,
  },
  {
    // What a funding pays in; what is added later is in no figure.
    name: 'currency_payments_explore',
    table: 'currency_payments',
    columns: (rows, sign) => `
      SELECT id AS spread_by, 'CURRENCY_PAYMENT' AS activity, 'BCH' AS token_type, NULL::text AS token_category,
        CASE status WHEN 'PAUSED' THEN 'ACTIVE' ELSE status END AS status, opening_satoshis AS amount, status <> 'PENDING' AS is_funded,
        ${sign} AS change
      FROM ${rows}`,
  },
  {
    // What it paid: what is in it is still its vault's, and comes back when it is sent home or renewed. By its vault, as proposals are.
    name: 'purses_explore',
    table: 'purses',
    columns: (rows, sign) => `
      SELECT vault_id AS spread_by, 'PURSE' AS activity, token_type, token_category,
        CASE status WHEN 'HOME' THEN 'CANCELLED' WHEN 'CLOSED' THEN 'COMPLETED' ELSE status END AS status, paid AS amount,
        true AS is_funded, ${sign} AS change
      FROM ${rows} WHERE is_public AND status <> 'PENDING'`,
  },
];

const STATUSES = ['pending', 'active', 'completed', 'cancelled'] as const;
export const FIGURES = [...STATUSES.flatMap((status) => [status, `${status}_volume`] as const), 'funded'];

/** Counts and volumes of what a statement changed, by status. Amounts of different assets never meet in one volume. */
const SUMS = [
  ...STATUSES.map(
    (status) => `
    coalesce(sum(change) FILTER (WHERE status = '${status.toUpperCase()}'), 0) AS ${status},
    coalesce(sum(change * counted_amount) FILTER (WHERE status = '${status.toUpperCase()}'), 0) AS ${status}_volume`,
  ),
  `coalesce(sum(change) FILTER (WHERE is_funded), 0) AS funded`,
].join(',');

/** A record's shard, of so many. */
const shardOf = (shards: number): string => `get_byte(uuid_send(spread_by), 15) % ${shards} AS shard`;

/** A table of figures, and which rows it sums. */
export interface Figures {
  readonly table: string;
  readonly key: string;
  /** Selects what is summed of changed rows. */
  readonly rows: (changes: string) => string;
}

/** Everybody's rows are spread over 16, as those of the lists are. A token's own over 4: many people's, and read by the hundred. */
export const EXPLORED: readonly Figures[] = [
  {
    table: 'explorer_counters',
    key: 'activity, token_type, shard',
    rows: (changes) =>
      `SELECT *, ${shardOf(16)}, CASE token_type WHEN 'BCH' THEN amount ELSE 0 END AS counted_amount FROM (${changes}) AS each_change`,
  },
  {
    table: 'explorer_tokens',
    key: 'scope, token_category, shard',
    rows: (
      changes,
    ) => `SELECT scopes.scope, token_category, ${shardOf(4)}, status, amount AS counted_amount, is_funded, change
     FROM (${changes}) AS each_change CROSS JOIN LATERAL (VALUES (activity), ('ALL')) AS scopes (scope)
     WHERE token_category IS NOT NULL`,
  },
];

/** Selects the sums of changed rows, by key. */
export const sumsOf = ({ key, rows }: Pick<Figures, 'key' | 'rows'>, changes: string): string =>
  `SELECT ${key}, ${SUMS} FROM (${rows(changes)}) AS changed GROUP BY ${key}`;

/** Adds sums to what is stored, always in the order of the key; a change without a difference touches nothing. */
const addSums = ({ table, key, rows }: Figures, changes: string): string => `
  INSERT INTO ${table} AS kept (${key}, ${FIGURES.join(', ')})
  SELECT ${key}, ${FIGURES.join(', ')}
  FROM (${sumsOf({ key, rows }, changes)}) AS net
  WHERE (${FIGURES.join(', ')}) <> (${FIGURES.map(() => '0').join(', ')})
  ORDER BY ${key}
  ON CONFLICT (${key}) DO UPDATE SET ${FIGURES.map((figure) => `${figure} = kept.${figure} + excluded.${figure}`).join(', ')};`;

/** Returns what a statement over changed rows executes. */
const applyChanges = (changes: string): string => EXPLORED.map((figures) => addSums(figures, changes)).join('\n');

const FIGURE_COLUMNS = [
  ...STATUSES.map((status) => `${status} bigint NOT NULL, ${status}_volume numeric NOT NULL`),
  'funded bigint NOT NULL',
].join(', ');

const keep = ({ name, table, columns }: Source): string => `
CREATE FUNCTION ${name}() ${BEGIN}
  ${onEachEvent(columns, applyChanges)}
${END}
${triggersOf(name, table, 'INSERT', 'UPDATE', 'DELETE')}`;

/**
 * The explorer's figures over all rows, kept in the transaction that changes them. Volumes count what was funded: of a campaign what its
 * lanes can pay, of a proposal what was carried out, of a purse what it paid. The lock of a claim is counted, and its amount is its campaign's. What is PENDING has figures of its own, since anybody can create records of any
 * amount. Triggers run in the order of their names: these come after those that count the lists.
 */
export const explorer: RawBuilder<unknown> = sql.raw(`
CREATE TABLE explorer_counters (
  activity text NOT NULL CHECK (activity IN ${wordList(ACTIVITIES)}),
  token_type text NOT NULL CHECK (token_type IN ${wordList(TOKEN_TYPES)}),
  shard integer NOT NULL,
  ${FIGURE_COLUMNS},
  PRIMARY KEY (activity, token_type, shard)
) WITH (fillfactor = 50);
COMMENT ON TABLE explorer_counters IS 'Kept by triggers. Rows by the explorer''s statuses, and the sums in base units of what they were funded with; of PENDING ones of their totals. Read as sums: everybody writes them, so they are spread over several shards.';
COMMENT ON COLUMN explorer_counters.funded IS 'Rows that somebody paid for: funded ones, and proposals that were carried out.';
COMMENT ON COLUMN explorer_counters.token_type IS 'Volumes are those of BCH; of tokens they stay zero.';

CREATE TABLE explorer_tokens (
  scope text NOT NULL CHECK (scope IN ${wordList(['ALL', ...ACTIVITIES])}),
  token_category text NOT NULL,
  shard integer NOT NULL,
  ${FIGURE_COLUMNS},
  PRIMARY KEY (scope, token_category, shard)
) WITH (fillfactor = 70);
COMMENT ON TABLE explorer_tokens IS 'Kept by triggers. The figures of explorer_counters for each token, within each product and over all of them. Read as sums.';
COMMENT ON COLUMN explorer_tokens.funded IS 'Rows that somebody paid for: funded ones, and proposals that were carried out.';
-- Those most used come first, and what nobody paid for does not count: records cost nothing, fundings do.
CREATE INDEX explorer_tokens_most_used ON explorer_tokens (scope, shard, funded DESC, token_category);
${SOURCES.map(keep).join('\n')}
`);
