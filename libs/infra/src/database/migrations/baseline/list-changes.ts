import { sql, type RawBuilder } from 'kysely';
import { END, onEachEvent, triggersOf } from './triggers.js';

/**
 * Returns the trigger that stores which topics the changes of a table touch. A plan opens 640 streams of as many recipients at once: beyond
 * 2,000 topics all lists count as changed.
 *
 * @param topics selects the topics of a row `each`
 * @param changed selects the rows that an update changed; by default as they were and as they are
 */
const noteChanges = (table: string, topics: string, changed?: string): string => {
  const store = (rows: string): string =>
    `SELECT array_agg(DISTINCT topic) INTO changed_topics FROM (${rows}) AS each CROSS JOIN LATERAL (${topics}) AS touched (topic);`;
  const name = `note_${table}_changed`;
  return `
CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $function$
    DECLARE changed_topics text[];
    BEGIN
      ${onEachEvent((rows) => `SELECT * FROM ${rows}`, store, { ...(changed !== undefined && { changed }) })}
      IF cardinality(changed_topics) > 2000 THEN changed_topics = ARRAY['*']; END IF;
      IF cardinality(changed_topics) > 0 THEN INSERT INTO list_changes (topics) VALUES (changed_topics); END IF;
${END}
${triggersOf(name, table, 'INSERT', 'UPDATE', 'DELETE')}`;
};

/** Only what is shown of a token: its queue changes no list. */
const shownOf = (row: string): string =>
  ['standing', 'shown_hash', 'shown_until', 'symbol', 'name', 'decimals', 'description', 'icon']
    .map((column) => `${row}.${column}`)
    .join(', ');

/**
 * Which lists a transaction changes, so that an answer is given again while nothing that it shows has changed. Rows are only added, one for each
 * statement: writers wait for nobody, and a change is visible exactly when its row is. They are removed once every process has seen them.
 */
export const listChanges: RawBuilder<unknown> = sql.raw(`
CREATE TABLE list_changes (
  xid xid8 DEFAULT pg_current_xact_id() NOT NULL,
  topics text[] NOT NULL
);
CREATE INDEX list_changes_in_order ON list_changes (xid);

-- Changes of transactions before it are no longer stored. One row.
CREATE TABLE list_changes_floor (
  xid xid8 NOT NULL,
  one boolean DEFAULT true PRIMARY KEY CHECK (one)
);

INSERT INTO list_changes_floor (xid) VALUES (pg_snapshot_xmin(pg_current_snapshot()));
${noteChanges(
  'streams',
  `VALUES (each.product), (each.product || ':' || each.sender_hash), (each.product || ':' || each.recipient_hash)`,
)}
${noteChanges('airdrop_campaigns', `VALUES ('airdrop'), ('airdrop:' || each.creator_hash)`)}
${noteChanges(
  'airdrop_lanes',
  `SELECT 'airdrop' UNION ALL SELECT 'airdrop:' || creator_hash FROM airdrop_campaigns WHERE id = each.campaign_id`,
)}
${noteChanges('currency_payments', `VALUES ('currency_payment')`)}
${noteChanges('vault_proposals', `SELECT 'proposal' WHERE each.is_public`)}
${noteChanges('purses', `SELECT 'purse' WHERE each.is_public`)}
${noteChanges(
  'tokens',
  `SELECT 'token' WHERE each.shown_hash IS NOT NULL OR TG_OP <> 'INSERT'`,
  `SELECT added.* FROM added JOIN removed USING (category) WHERE (${shownOf('added')}) IS DISTINCT FROM (${shownOf('removed')})`,
)}`);
