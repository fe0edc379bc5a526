import { sql } from 'kysely';
import { FINALITIES, ROLLBACK_REASONS } from '@weir/kinds';
import { NOW } from '../../sql/statements.js';
import { wordsInSql } from '../../sql/words-in-sql.js';

/** What an event says, before and after it is published. */
const COLUMNS = sql`kind text NOT NULL CHECK (kind ~ '^[a-z_]{1,32}$'),
  product text NOT NULL CHECK (product ~ '^[a-z_]{1,32}$'),
  record_id uuid NOT NULL,
  parent_id uuid,
  display_id text,
  private_vault_id uuid,
  parties jsonb NOT NULL,
  step text CHECK (step ~ '^[a-z-]{1,32}$'),
  tx_hash text CHECK (tx_hash ~ '^[0-9a-f]{64}$'),
  amount numeric(20,0),
  token_category text CHECK (token_category ~ '^[0-9a-f]{64}$'),
  finality text CHECK (finality IN ${wordsInSql(FINALITIES)}),
  reason text CHECK (reason IN ${wordsInSql(ROLLBACK_REASONS)}),
  replaced_by text CHECK (replaced_by ~ '^[0-9a-f]{64}$'),
  figures jsonb NOT NULL,
  created_at bigint DEFAULT ${NOW} NOT NULL`;

/**
 * A transactional outbox, and the published log made of it.
 *
 * Everything that changes a record writes its events to the outbox in the same transaction. Numbers drawn by concurrent transactions become visible
 * out of order, so nobody reads on from a number of the outbox: one publisher at a time moves what is committed to the log, where a number
 * is visible only after all smaller ones. Two events of one record are written under the lock of its row, so their numbers have their order.
 */
export const events = sql`
CREATE TABLE outbox (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  ${COLUMNS}
);

-- A transaction that notifies holds up the commits of all others that do, so only one of those that run at once does. The
-- others find the lock taken, and what they wrote is found by the next look.
CREATE FUNCTION announce_outbox() RETURNS trigger LANGUAGE plpgsql AS $function$
BEGIN
  IF pg_try_advisory_xact_lock(hashtextextended('weir:outbox-announced', 0)) THEN PERFORM pg_notify('weir_outbox', ''); END IF;
  RETURN NULL;
END
$function$;
CREATE TRIGGER outbox_announce AFTER INSERT ON outbox
  FOR EACH STATEMENT EXECUTE FUNCTION announce_outbox();

CREATE TABLE published_events (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  ${COLUMNS}
);
COMMENT ON TABLE published_events IS 'Kept by triggers. Published events in the order of publication: a number is seen after all smaller ones.';
COMMENT ON COLUMN published_events.parent_id IS 'Of a proposal its vault.';
COMMENT ON COLUMN published_events.display_id IS '#WEIR-BCH-000001, where its records have such.';
COMMENT ON COLUMN published_events.private_vault_id IS 'The vault whose members alone may see it.';
COMMENT ON COLUMN published_events.step IS 'The step on the chain that it reports or that was rolled back: fund, push, ...';
COMMENT ON COLUMN published_events.amount IS 'Base units.';
CREATE INDEX published_events_by_time ON published_events (created_at);
CREATE INDEX published_events_of_parent ON published_events (parent_id, id) WHERE parent_id IS NOT NULL;
CREATE INDEX published_events_of_record ON published_events (record_id, id);

CREATE TABLE published_event_parties (
  hash text NOT NULL,
  event_id bigint NOT NULL REFERENCES published_events (id) ON DELETE CASCADE,
  PRIMARY KEY (hash, event_id)
);
CREATE INDEX published_event_parties_of_event ON published_event_parties (event_id);

-- Up to which number events were dropped, and the server’s timeline under which they were last published: on another one,
-- positions that clients hold may not exist.
CREATE TABLE published_events_kept (
  is_only boolean DEFAULT true PRIMARY KEY CHECK (is_only),
  dropped_through bigint DEFAULT 0 NOT NULL,
  timeline bigint
);
COMMENT ON TABLE published_events_kept IS 'One row: up to where events were dropped because of their age, and the timeline of the last ones.';
COMMENT ON COLUMN published_events_kept.timeline IS 'The server''s timeline that events were last published on.';

INSERT INTO published_events_kept (timeline)
  VALUES (('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::bigint);
`;
