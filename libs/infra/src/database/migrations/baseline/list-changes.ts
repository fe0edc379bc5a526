import { sql } from 'kysely';

/**
 * Which lists a transaction changes, so that an answer is given again while nothing that it shows has changed. Rows are only added, one for each
 * statement: writers wait for nobody, and a change is visible exactly when its row is. They are removed once every process has seen them.
 */
export const listChanges = sql`
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

-- A plan opens 640 streams of as many recipients at once. Beyond 2,000 topics all lists count as changed.
CREATE FUNCTION tell_streams_changed() RETURNS trigger LANGUAGE plpgsql AS $function$
    DECLARE told text[];
    BEGIN
      IF TG_OP = 'INSERT' THEN
SELECT array_agg(DISTINCT topic) INTO told FROM (SELECT * FROM added) AS each CROSS JOIN LATERAL (VALUES (each.product),
  (each.product || ':' || each.sender_hash), (each.product || ':' || each.recipient_hash)) AS touched (topic);
      ELSIF TG_OP = 'DELETE' THEN
SELECT array_agg(DISTINCT topic) INTO told FROM (SELECT * FROM removed) AS each CROSS JOIN LATERAL (VALUES (each.product),
  (each.product || ':' || each.sender_hash), (each.product || ':' || each.recipient_hash)) AS touched (topic);
      ELSE
SELECT array_agg(DISTINCT topic) INTO told FROM (SELECT * FROM removed UNION ALL SELECT * FROM added) AS each CROSS JOIN
  LATERAL (VALUES (each.product), (each.product || ':' || each.sender_hash), (each.product || ':' || each.recipient_hash)) AS
  touched (topic);
      END IF;
      IF cardinality(told) > 2000 THEN told = ARRAY['*']; END IF;
      IF cardinality(told) > 0 THEN INSERT INTO list_changes (topics) VALUES (told); END IF;
      RETURN NULL;
    END
$function$;
CREATE TRIGGER tell_streams_changed_insert AFTER INSERT ON streams
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION tell_streams_changed();
CREATE TRIGGER tell_streams_changed_update AFTER UPDATE ON streams
  REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION tell_streams_changed();
CREATE TRIGGER tell_streams_changed_delete AFTER DELETE ON streams
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION tell_streams_changed();

CREATE FUNCTION tell_airdrop_campaigns_changed() RETURNS trigger LANGUAGE plpgsql AS $function$
    DECLARE told text[];
    BEGIN
      IF TG_OP = 'INSERT' THEN
SELECT array_agg(DISTINCT topic) INTO told FROM (SELECT * FROM added) AS each CROSS JOIN LATERAL (VALUES ('airdrop'),
  ('airdrop:' || each.creator_hash)) AS touched (topic);
      ELSIF TG_OP = 'DELETE' THEN
SELECT array_agg(DISTINCT topic) INTO told FROM (SELECT * FROM removed) AS each CROSS JOIN LATERAL (VALUES ('airdrop'),
  ('airdrop:' || each.creator_hash)) AS touched (topic);
      ELSE
SELECT array_agg(DISTINCT topic) INTO told FROM (SELECT * FROM removed UNION ALL SELECT * FROM added) AS each CROSS JOIN
  LATERAL (VALUES ('airdrop'), ('airdrop:' || each.creator_hash)) AS touched (topic);
      END IF;
      IF cardinality(told) > 2000 THEN told = ARRAY['*']; END IF;
      IF cardinality(told) > 0 THEN INSERT INTO list_changes (topics) VALUES (told); END IF;
      RETURN NULL;
    END
$function$;
CREATE TRIGGER tell_airdrop_campaigns_changed_insert AFTER INSERT ON airdrop_campaigns
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION tell_airdrop_campaigns_changed();
CREATE TRIGGER tell_airdrop_campaigns_changed_update AFTER UPDATE ON airdrop_campaigns
  REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION tell_airdrop_campaigns_changed();
CREATE TRIGGER tell_airdrop_campaigns_changed_delete AFTER DELETE ON airdrop_campaigns
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION tell_airdrop_campaigns_changed();

CREATE FUNCTION tell_airdrop_lanes_changed() RETURNS trigger LANGUAGE plpgsql AS $function$
    DECLARE told text[];
    BEGIN
      IF TG_OP = 'INSERT' THEN
SELECT array_agg(DISTINCT topic) INTO told FROM (SELECT * FROM added) AS each CROSS JOIN LATERAL (SELECT 'airdrop' UNION ALL
  SELECT 'airdrop:' || creator_hash FROM airdrop_campaigns WHERE id = each.campaign_id) AS touched (topic);
      ELSIF TG_OP = 'DELETE' THEN
SELECT array_agg(DISTINCT topic) INTO told FROM (SELECT * FROM removed) AS each CROSS JOIN LATERAL (SELECT 'airdrop' UNION
  ALL SELECT 'airdrop:' || creator_hash FROM airdrop_campaigns WHERE id = each.campaign_id) AS touched (topic);
      ELSE
SELECT array_agg(DISTINCT topic) INTO told FROM (SELECT * FROM removed UNION ALL SELECT * FROM added) AS each CROSS JOIN
  LATERAL (SELECT 'airdrop' UNION ALL SELECT 'airdrop:' || creator_hash FROM airdrop_campaigns WHERE id = each.campaign_id)
  AS touched (topic);
      END IF;
      IF cardinality(told) > 2000 THEN told = ARRAY['*']; END IF;
      IF cardinality(told) > 0 THEN INSERT INTO list_changes (topics) VALUES (told); END IF;
      RETURN NULL;
    END
$function$;
CREATE TRIGGER tell_airdrop_lanes_changed_insert AFTER INSERT ON airdrop_lanes
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION tell_airdrop_lanes_changed();
CREATE TRIGGER tell_airdrop_lanes_changed_update AFTER UPDATE ON airdrop_lanes
  REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION tell_airdrop_lanes_changed();
CREATE TRIGGER tell_airdrop_lanes_changed_delete AFTER DELETE ON airdrop_lanes
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION tell_airdrop_lanes_changed();

CREATE FUNCTION tell_vault_proposals_changed() RETURNS trigger LANGUAGE plpgsql AS $function$
    DECLARE told text[];
    BEGIN
      IF TG_OP = 'INSERT' THEN
SELECT array_agg(DISTINCT topic) INTO told FROM (SELECT * FROM added) AS each CROSS JOIN LATERAL (SELECT 'proposal' WHERE
  each.is_public) AS touched (topic);
      ELSIF TG_OP = 'DELETE' THEN
SELECT array_agg(DISTINCT topic) INTO told FROM (SELECT * FROM removed) AS each CROSS JOIN LATERAL (SELECT 'proposal' WHERE
  each.is_public) AS touched (topic);
      ELSE
SELECT array_agg(DISTINCT topic) INTO told FROM (SELECT * FROM removed UNION ALL SELECT * FROM added) AS each CROSS JOIN
  LATERAL (SELECT 'proposal' WHERE each.is_public) AS touched (topic);
      END IF;
      IF cardinality(told) > 2000 THEN told = ARRAY['*']; END IF;
      IF cardinality(told) > 0 THEN INSERT INTO list_changes (topics) VALUES (told); END IF;
      RETURN NULL;
    END
$function$;
CREATE TRIGGER tell_vault_proposals_changed_insert AFTER INSERT ON vault_proposals
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION tell_vault_proposals_changed();
CREATE TRIGGER tell_vault_proposals_changed_update AFTER UPDATE ON vault_proposals
  REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION tell_vault_proposals_changed();
CREATE TRIGGER tell_vault_proposals_changed_delete AFTER DELETE ON vault_proposals
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION tell_vault_proposals_changed();

-- Only what is shown of a token: its queue changes no list.
CREATE FUNCTION tell_tokens_changed() RETURNS trigger LANGUAGE plpgsql AS $function$
    DECLARE told text[];
    BEGIN
      IF TG_OP = 'INSERT' THEN
SELECT array_agg(DISTINCT topic) INTO told FROM (SELECT * FROM added) AS each CROSS JOIN LATERAL (SELECT 'token' WHERE
  each.shown_hash IS NOT NULL OR TG_OP <> 'INSERT') AS touched (topic);
      ELSIF TG_OP = 'DELETE' THEN
SELECT array_agg(DISTINCT topic) INTO told FROM (SELECT * FROM removed) AS each CROSS JOIN LATERAL (SELECT 'token' WHERE
  each.shown_hash IS NOT NULL OR TG_OP <> 'INSERT') AS touched (topic);
      ELSE
SELECT array_agg(DISTINCT topic) INTO told FROM (SELECT added.* FROM added JOIN removed USING (category) WHERE
  (added.standing, added.shown_hash, added.shown_until, added.symbol, added.name, added.decimals, added.description,
  added.icon) IS DISTINCT FROM (removed.standing, removed.shown_hash, removed.shown_until, removed.symbol, removed.name,
  removed.decimals, removed.description, removed.icon)) AS each CROSS JOIN LATERAL (SELECT 'token' WHERE each.shown_hash IS
  NOT NULL OR TG_OP <> 'INSERT') AS touched (topic);
      END IF;
      IF cardinality(told) > 2000 THEN told = ARRAY['*']; END IF;
      IF cardinality(told) > 0 THEN INSERT INTO list_changes (topics) VALUES (told); END IF;
      RETURN NULL;
    END
$function$;
CREATE TRIGGER tell_tokens_changed_insert AFTER INSERT ON tokens
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION tell_tokens_changed();
CREATE TRIGGER tell_tokens_changed_update AFTER UPDATE ON tokens
  REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION tell_tokens_changed();
CREATE TRIGGER tell_tokens_changed_delete AFTER DELETE ON tokens
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION tell_tokens_changed();
`;
