import { sql } from 'kysely';
import { CREATOR, TOLD } from './outbox-terms.js';

/** Writes to the outbox what happens to campaigns. Of several steps written at once, each has the figures from before the later ones. */
export const outboxAirdrops = sql`
CREATE FUNCTION airdrop_campaigns_outbox() RETURNS trigger LANGUAGE plpgsql AS $function$
    BEGIN
      IF TG_OP = 'INSERT' THEN INSERT INTO outbox (${TOLD})
SELECT 'created', 'airdrop', c.id, NULL, c.campaign_id, NULL, jsonb_build_array(${CREATOR}), NULL, NULL, c.total_amount,
  c.token_category, NULL, NULL, NULL, jsonb_build_object('status', c.status, 'totalAmount', c.total_amount::text, 'pool',
  c.pool::text, 'claimedAmount', (SELECT coalesce(sum(claimed_amount), 0) FROM airdrop_lanes WHERE campaign_id = c.id)::text,
  'claimedCount', (SELECT coalesce(sum(claims), 0) FROM airdrop_lanes WHERE campaign_id = c.id)) FROM added AS c ORDER BY
  c.id; ELSE INSERT INTO outbox (${TOLD})
SELECT 'expired', 'airdrop', c.id, NULL, c.campaign_id, NULL, jsonb_build_array(${CREATOR}), NULL, NULL, NULL,
  c.token_category, NULL, NULL, NULL, jsonb_build_object('status', c.status, 'totalAmount', c.total_amount::text, 'pool',
  c.pool::text, 'claimedAmount', (SELECT coalesce(sum(claimed_amount), 0) FROM airdrop_lanes WHERE campaign_id = c.id)::text,
  'claimedCount', (SELECT coalesce(sum(claims), 0) FROM airdrop_lanes WHERE campaign_id = c.id)) FROM removed AS c WHERE
  c.status = 'PENDING' ORDER BY c.id; END IF;
      RETURN NULL;
    END
$function$;
CREATE TRIGGER airdrop_campaigns_outbox_insert AFTER INSERT ON airdrop_campaigns
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION airdrop_campaigns_outbox();
CREATE TRIGGER airdrop_campaigns_outbox_delete AFTER DELETE ON airdrop_campaigns
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION airdrop_campaigns_outbox();

CREATE FUNCTION airdrop_states_outbox() RETURNS trigger LANGUAGE plpgsql AS $function$
  BEGIN

    INSERT INTO outbox (${TOLD})
SELECT 'funded', 'airdrop', c.id, NULL, c.campaign_id, NULL, jsonb_build_array(${CREATOR}), 'fund', c.funding_tx_hash,
  c.pool, c.token_category, (SELECT CASE WHEN s.mined THEN 'mined' ELSE 'mempool' END
FROM airdrop_lanes AS l JOIN airdrop_steps AS s ON s.campaign_id = l.campaign_id AND s.lane = l.lane AND s.sequence = l.head
WHERE l.campaign_id = c.id ORDER BY s.id DESC LIMIT 1), NULL, NULL, jsonb_build_object('status', c.status, 'totalAmount',
  c.total_amount::text, 'pool', c.pool::text, 'claimedAmount', (SELECT coalesce(sum(claimed_amount), 0) FROM airdrop_lanes
  WHERE campaign_id = c.id)::text, 'claimedCount', (SELECT coalesce(sum(claims), 0) FROM airdrop_lanes WHERE campaign_id =
  c.id)) FROM added AS c JOIN removed USING (id) WHERE removed.status = 'PENDING' AND c.status <> 'PENDING' ORDER BY c.id;
    INSERT INTO outbox (${TOLD})
SELECT lower(c.status), 'airdrop', c.id, NULL, c.campaign_id, NULL, jsonb_build_array(${CREATOR}), NULL, (SELECT s.tx_hash
  FROM airdrop_lanes AS l JOIN airdrop_steps AS s ON s.campaign_id = l.campaign_id AND s.lane = l.lane AND s.sequence = l.head
          WHERE l.campaign_id = c.id ORDER BY s.id DESC LIMIT 1), NULL, c.token_category, (SELECT CASE WHEN s.mined THEN
            'mined' ELSE 'mempool' END
FROM airdrop_lanes AS l JOIN airdrop_steps AS s ON s.campaign_id = l.campaign_id AND s.lane = l.lane AND s.sequence = l.head
WHERE l.campaign_id = c.id ORDER BY s.id DESC LIMIT 1), NULL, NULL, jsonb_build_object('status', c.status, 'totalAmount',
  c.total_amount::text, 'pool', c.pool::text, 'claimedAmount', (SELECT coalesce(sum(claimed_amount), 0) FROM airdrop_lanes
  WHERE campaign_id = c.id)::text, 'claimedCount', (SELECT coalesce(sum(claims), 0) FROM airdrop_lanes WHERE campaign_id =
  c.id)) FROM added AS c JOIN removed USING (id) WHERE removed.status <> c.status AND c.status IN ('COMPLETED', 'CANCELLED')
  ORDER BY c.id;
    RETURN NULL;
  END
$function$;
CREATE TRIGGER airdrop_states_outbox_update AFTER UPDATE ON airdrop_campaigns
  REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION airdrop_states_outbox();

CREATE FUNCTION airdrop_lanes_outbox() RETURNS trigger LANGUAGE plpgsql AS $function$
  BEGIN
    INSERT INTO outbox (${TOLD})
SELECT CASE s.kind WHEN 'claim' THEN 'claimed' ELSE 'refunded' END, 'airdrop', c.id, NULL, c.campaign_id, NULL, CASE WHEN
  s.recipient IS NULL THEN jsonb_build_array(${CREATOR})
ELSE jsonb_build_array(${CREATOR}, jsonb_build_object('role', 'recipient', 'address', s.recipient, 'hash',
  encode(s.recipient_hash, 'hex'))) END, s.kind, s.tx_hash, CASE s.kind WHEN 'claim' THEN s.amount ELSE s.to_creator END,
  c.token_category, CASE WHEN s.mined THEN 'mined' ELSE 'mempool' END, NULL, NULL, jsonb_build_object('status', c.status,
  'totalAmount', c.total_amount::text, 'pool', c.pool::text, 'claimedAmount', (s.claimed - s.later_amount)::text,
  'claimedCount', s.claims - s.later_claims) FROM (SELECT steps.*, totals.claimed, totals.claims,
        coalesce(sum(steps.amount) OVER later, 0) AS later_amount,
        count(*) FILTER (WHERE steps.kind = 'claim') OVER later AS later_claims
      FROM added JOIN removed USING (campaign_id, lane)
      JOIN airdrop_steps AS steps ON steps.campaign_id = added.campaign_id AND steps.lane = added.lane AND steps.sequence >
        removed.head AND steps.sequence <= added.head
      CROSS JOIN LATERAL (SELECT sum(claimed_amount) AS claimed, sum(claims) AS claims FROM airdrop_lanes WHERE campaign_id =
        added.campaign_id) AS totals
      WHERE added.head > removed.head
      WINDOW later AS (PARTITION BY steps.campaign_id ORDER BY steps.lane, steps.sequence ROWS BETWEEN 1 FOLLOWING AND
        UNBOUNDED FOLLOWING)) AS s
    JOIN airdrop_campaigns AS c ON c.id = s.campaign_id WHERE s.kind <> 'complete' OR s.to_creator > 0 ORDER BY s.lane,
      s.sequence;
    RETURN NULL;
  END
$function$;
CREATE TRIGGER airdrop_lanes_outbox_update AFTER UPDATE ON airdrop_lanes
  REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION airdrop_lanes_outbox();

-- The funding of a campaign is a step of each lane, and one event.
CREATE FUNCTION airdrop_steps_final_outbox() RETURNS trigger LANGUAGE plpgsql AS $function$
  BEGIN
    IF EXISTS (SELECT FROM added JOIN removed USING (campaign_id, lane) WHERE added.final_sequence > removed.final_sequence)
      THEN INSERT INTO outbox (${TOLD})
SELECT 'final', 'airdrop', c.id, NULL, c.campaign_id, NULL, CASE WHEN s.recipient IS NULL THEN jsonb_build_array(${CREATOR})
ELSE jsonb_build_array(${CREATOR}, jsonb_build_object('role', 'recipient', 'address', s.recipient, 'hash',
  encode(s.recipient_hash, 'hex'))) END, s.kind, s.tx_hash, CASE s.kind WHEN 'claim' THEN s.amount WHEN 'fund' THEN c.pool
  ELSE s.to_creator END, c.token_category, 'final', NULL, NULL, jsonb_build_object('status', c.status, 'totalAmount',
  c.total_amount::text, 'pool', c.pool::text, 'claimedAmount', (s.claimed)::text, 'claimedCount', s.claims) FROM
(SELECT steps.*, totals.claimed, totals.claims FROM added JOIN removed USING (campaign_id, lane)
  JOIN airdrop_steps AS steps ON steps.campaign_id = added.campaign_id AND steps.lane = added.lane
    AND steps.sequence > removed.final_sequence AND steps.sequence <= added.final_sequence
  JOIN (SELECT campaign_id, sum(claimed_amount) AS claimed, sum(claims) AS claims, min(lane) AS first_lane
    FROM airdrop_lanes WHERE campaign_id IN (SELECT campaign_id FROM added) GROUP BY campaign_id) AS totals ON
      totals.campaign_id = added.campaign_id
  WHERE steps.sequence > 0 OR steps.lane = totals.first_lane) AS s
JOIN airdrop_campaigns AS c ON c.id = s.campaign_id WHERE s.kind <> 'complete' OR s.to_creator > 0 ORDER BY s.lane,
  s.sequence; END IF;
    RETURN NULL;
  END
$function$;
CREATE TRIGGER airdrop_steps_final_outbox_update AFTER UPDATE ON airdrop_lanes
  REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION airdrop_steps_final_outbox();
`;
