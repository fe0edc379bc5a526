import { sql, type RawBuilder } from 'kysely';
import { BEGIN, END, onEachEvent, triggersOf } from './triggers.js';

const STATUSES = ['pending', 'active', 'paused', 'completed', 'cancelled'];
/** A record's shard, by the last digit of its id. */
const SPREAD = 'get_byte(uuid_send(changed.id), 15) % 16';

const KEY = ['product', 'scope', 'key', 'shard'].join(', ');
const COUNTED = 'changed.product, counted.scope, counted.key, counted.shard';

/** Selects what changed rows add to the counters. @param changed selects the rows, each with the sign of its change */
export const countStreams = (changed: string): string => `
SELECT ${COUNTED},
  ${STATUSES.map((status) => `coalesce(sum(change) FILTER (WHERE status = '${status.toUpperCase()}'), 0) AS ${status}`).join(', ')}
FROM (${changed}) AS changed
CROSS JOIN LATERAL (VALUES
  ('all', '', ${SPREAD}),
  ('pair', changed.sender_hash || ':' || changed.recipient_hash, 0),
  ('recipient', changed.recipient_hash, 0),
  ('sender', changed.sender_hash, CASE WHEN changed.campaign_id IS NULL THEN 0 ELSE ${SPREAD} END)
) AS counted (scope, key, shard)
GROUP BY ${COUNTED}`;

/** Rows are touched in one order, so that two transactions that change one stream each cannot deadlock. */
const addCounts = (changed: string): string => `
INSERT INTO stream_counters AS kept (${KEY}, ${STATUSES.join(', ')})
${countStreams(changed)}
ORDER BY ${COUNTED}
ON CONFLICT (${KEY}) DO UPDATE SET ${STATUSES.map((status) => `${status} = kept.${status} + excluded.${status}`).join(', ')};`;

/** Selects what is counted of streams: a lock both as a stream and as a lock. */
export const signedStreams = (rows: string, sign: 1 | -1): string => `
SELECT id, kind AS product, sender_hash, recipient_hash, campaign_id, status, ${sign} AS change
FROM ${rows} CROSS JOIN LATERAL (VALUES (product), (CASE contract WHEN 'LOCK' THEN 'lock' END)) AS kinds (kind)
WHERE kind IS NOT NULL`;

/** Whether an update changes what is counted. */
const MOVED = `EXISTS (SELECT FROM removed JOIN added USING (id)
    WHERE (removed.status, removed.sender_hash, removed.recipient_hash)
      IS DISTINCT FROM (added.status, added.sender_hash, added.recipient_hash))`;

/** Exact totals of every filter of the lists of streams, payments and locks, kept in the transaction that changes the streams. */
export const streamCounters: RawBuilder<unknown> = sql.raw(`
-- Scopes: all, sender and recipient by hash, pair by sender:recipient. Everybody writes all, and all who claim of a campaign at
-- a time write its creator's: those are spread over 16 shards.
CREATE TABLE stream_counters (
  scope text NOT NULL CHECK (scope IN ('all', 'sender', 'recipient', 'pair')),
  key text NOT NULL,
  shard integer NOT NULL,
  pending bigint NOT NULL,
  active bigint NOT NULL,
  completed bigint NOT NULL,
  cancelled bigint NOT NULL,
  product text DEFAULT 'stream' NOT NULL CHECK (product IN ('stream', 'payment', 'lock')),
  paused bigint DEFAULT 0 NOT NULL,
  PRIMARY KEY (product, scope, key, shard)
) WITH (fillfactor = 70);
CREATE FUNCTION streams_count() ${BEGIN}
  ${onEachEvent(signedStreams, addCounts, { when: MOVED })}
${END}
${triggersOf('streams_count', 'streams', 'INSERT', 'UPDATE', 'DELETE')}`);
