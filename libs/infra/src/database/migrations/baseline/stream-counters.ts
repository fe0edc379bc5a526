import { sql } from 'kysely';

/** Exact totals of every filter of the lists of streams and payments, kept in the transaction that changes the streams. */
export const streamCounters = sql`
-- Scopes: all, sender and recipient by hash, pair by sender:recipient. Everybody writes all, so it is spread over 16 shards by
-- the last digit of the id.
CREATE TABLE stream_counters (
  scope text NOT NULL CHECK (scope IN ('all', 'sender', 'recipient', 'pair')),
  key text NOT NULL,
  shard integer NOT NULL,
  pending bigint NOT NULL,
  active bigint NOT NULL,
  completed bigint NOT NULL,
  cancelled bigint NOT NULL,
  product text DEFAULT 'stream' NOT NULL CHECK (product IN ('stream', 'payment')),
  paused bigint DEFAULT 0 NOT NULL,
  PRIMARY KEY (product, scope, key, shard)
) WITH (fillfactor = 70);

-- Rows are touched in one order, so that two transactions that change one stream each cannot deadlock. Transition tables exist
-- only for their own event, so there is one statement for each.
CREATE FUNCTION count_streams() RETURNS trigger LANGUAGE plpgsql AS $function$
  BEGIN
    IF TG_OP = 'INSERT' THEN
INSERT INTO stream_counters AS kept (product, scope, key, shard, pending, active, paused, completed, cancelled)
SELECT changed.product, counted.scope, counted.key, counted.shard,
  coalesce(sum(change) FILTER (WHERE status = 'PENDING'), 0),
  coalesce(sum(change) FILTER (WHERE status = 'ACTIVE'), 0),
  coalesce(sum(change) FILTER (WHERE status = 'PAUSED'), 0),
  coalesce(sum(change) FILTER (WHERE status = 'COMPLETED'), 0),
  coalesce(sum(change) FILTER (WHERE status = 'CANCELLED'), 0)
FROM (SELECT id, product, sender_hash, recipient_hash, status, 1 AS change FROM added) AS changed
CROSS JOIN LATERAL (VALUES
  ('all', '', get_byte(uuid_send(changed.id), 15) % 16),
  ('pair', changed.sender_hash || ':' || changed.recipient_hash, 0),
  ('recipient', changed.recipient_hash, 0),
  ('sender', changed.sender_hash, 0)
) AS counted (scope, key, shard)
GROUP BY changed.product, counted.scope, counted.key, counted.shard
ORDER BY changed.product, counted.scope, counted.key, counted.shard
ON CONFLICT (product, scope, key, shard) DO UPDATE SET
  pending = kept.pending + excluded.pending,
  active = kept.active + excluded.active,
  paused = kept.paused + excluded.paused,
  completed = kept.completed + excluded.completed,
  cancelled = kept.cancelled + excluded.cancelled;
    ELSIF TG_OP = 'DELETE' THEN
INSERT INTO stream_counters AS kept (product, scope, key, shard, pending, active, paused, completed, cancelled)
SELECT changed.product, counted.scope, counted.key, counted.shard,
  coalesce(sum(change) FILTER (WHERE status = 'PENDING'), 0),
  coalesce(sum(change) FILTER (WHERE status = 'ACTIVE'), 0),
  coalesce(sum(change) FILTER (WHERE status = 'PAUSED'), 0),
  coalesce(sum(change) FILTER (WHERE status = 'COMPLETED'), 0),
  coalesce(sum(change) FILTER (WHERE status = 'CANCELLED'), 0)
FROM (SELECT id, product, sender_hash, recipient_hash, status, -1 AS change FROM removed) AS changed
CROSS JOIN LATERAL (VALUES
  ('all', '', get_byte(uuid_send(changed.id), 15) % 16),
  ('pair', changed.sender_hash || ':' || changed.recipient_hash, 0),
  ('recipient', changed.recipient_hash, 0),
  ('sender', changed.sender_hash, 0)
) AS counted (scope, key, shard)
GROUP BY changed.product, counted.scope, counted.key, counted.shard
ORDER BY changed.product, counted.scope, counted.key, counted.shard
ON CONFLICT (product, scope, key, shard) DO UPDATE SET
  pending = kept.pending + excluded.pending,
  active = kept.active + excluded.active,
  paused = kept.paused + excluded.paused,
  completed = kept.completed + excluded.completed,
  cancelled = kept.cancelled + excluded.cancelled;
    ELSIF EXISTS (
      SELECT FROM removed JOIN added USING (id)
      WHERE (removed.status, removed.sender_hash, removed.recipient_hash)
        IS DISTINCT FROM (added.status, added.sender_hash, added.recipient_hash)
    ) THEN
INSERT INTO stream_counters AS kept (product, scope, key, shard, pending, active, paused, completed, cancelled)
SELECT changed.product, counted.scope, counted.key, counted.shard,
  coalesce(sum(change) FILTER (WHERE status = 'PENDING'), 0),
  coalesce(sum(change) FILTER (WHERE status = 'ACTIVE'), 0),
  coalesce(sum(change) FILTER (WHERE status = 'PAUSED'), 0),
  coalesce(sum(change) FILTER (WHERE status = 'COMPLETED'), 0),
  coalesce(sum(change) FILTER (WHERE status = 'CANCELLED'), 0)
FROM (SELECT id, product, sender_hash, recipient_hash, status, -1 AS change FROM removed UNION ALL SELECT id, product,
  sender_hash, recipient_hash, status, 1 AS change FROM added) AS changed
CROSS JOIN LATERAL (VALUES
  ('all', '', get_byte(uuid_send(changed.id), 15) % 16),
  ('pair', changed.sender_hash || ':' || changed.recipient_hash, 0),
  ('recipient', changed.recipient_hash, 0),
  ('sender', changed.sender_hash, 0)
) AS counted (scope, key, shard)
GROUP BY changed.product, counted.scope, counted.key, counted.shard
ORDER BY changed.product, counted.scope, counted.key, counted.shard
ON CONFLICT (product, scope, key, shard) DO UPDATE SET
  pending = kept.pending + excluded.pending,
  active = kept.active + excluded.active,
  paused = kept.paused + excluded.paused,
  completed = kept.completed + excluded.completed,
  cancelled = kept.cancelled + excluded.cancelled;
    END IF;
    RETURN NULL;
  END
$function$;
CREATE TRIGGER streams_count_insert AFTER INSERT ON streams
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_streams();
CREATE TRIGGER streams_count_update AFTER UPDATE ON streams
  REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_streams();
CREATE TRIGGER streams_count_delete AFTER DELETE ON streams
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_streams();
`;
