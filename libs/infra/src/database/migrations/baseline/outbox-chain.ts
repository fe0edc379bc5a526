import { sql } from 'kysely';
import { CREATOR, FINALITY, MARKED, STREAM_FIGURES, STREAM_PARTIES, TOLD, VAULT_FIGURES } from './outbox-terms.js';

/**
 * Writes to the outbox what happens to streams, payments, plans and vaults on the chain. The tables write it themselves, so that no way of
 * changing a record forgets it.
 */
export const outboxChain = sql`
-- The word of an event; steps without one keep their own name.
CREATE FUNCTION outbox_kind_of_step(step text) RETURNS text LANGUAGE sql IMMUTABLE AS $function$
SELECT CASE step
  WHEN 'fund' THEN 'funded' WHEN 'claim' THEN 'claimed' WHEN 'push' THEN 'claimed' WHEN 'pause' THEN 'paused'
  WHEN 'settle' THEN 'settled' WHEN 'resume' THEN 'resumed' WHEN 'cancel' THEN 'cancelled' WHEN 'refund' THEN 'refunded'
  WHEN 'deposit' THEN 'funded' WHEN 'spend' THEN 'paid' WHEN 'close' THEN 'closed'
  ELSE replace(step, '-', '_') END
$function$;

CREATE FUNCTION outbox_vault_parties(vault uuid) RETURNS jsonb LANGUAGE sql STABLE AS $function$
SELECT coalesce(jsonb_agg(jsonb_build_object('role', role, 'address', address, 'hash', hash) ORDER BY role, position), '[]')
FROM vault_members WHERE vault_id = vault AND role <> 'viewer'
$function$;

-- Events have the figures from after their own step: they are stored after the row that they changed.
CREATE FUNCTION resource_events_outbox() RETURNS trigger LANGUAGE plpgsql AS $function$
    BEGIN

    INSERT INTO outbox (${TOLD})
SELECT CASE e.kind WHEN 'completed' THEN 'completed' WHEN 'rolled_back' THEN 'reverted' ELSE
  outbox_kind_of_step(e.transition) END, s.product, s.id, s.plan_id, s.stream_id, NULL, ${STREAM_PARTIES}, e.transition,
  e.tx_hash, e.amount, s.token_category, ${FINALITY}, e.reason, e.replaced_by, ${STREAM_FIGURES} FROM added AS e JOIN streams
  AS s ON e.resource_type IN ('stream', 'payment') AND e.resource_id = s.id
LEFT JOIN transitions AS t ON t.resource_type = e.resource_type AND t.resource_id = e.resource_id AND t.tx_hash = e.tx_hash
  ORDER BY e.id;
    INSERT INTO outbox (${TOLD})
SELECT CASE e.kind WHEN 'completed' THEN 'completed' WHEN 'rolled_back' THEN 'reverted' ELSE
  outbox_kind_of_step(e.transition) END, 'vault', v.id, NULL, NULL, CASE WHEN NOT v.is_public THEN v.id END,
  outbox_vault_parties(v.id), e.transition, e.tx_hash, e.amount, NULL, ${FINALITY}, e.reason, e.replaced_by, ${VAULT_FIGURES}
  FROM added AS e JOIN vaults AS v ON e.resource_type IN ('vault') AND e.resource_id = v.id
LEFT JOIN transitions AS t ON t.resource_type = e.resource_type AND t.resource_id = e.resource_id AND t.tx_hash = e.tx_hash
  ORDER BY e.id;
    INSERT INTO outbox (${TOLD})
SELECT CASE e.kind WHEN 'completed' THEN 'completed' WHEN 'rolled_back' THEN 'reverted' ELSE
  outbox_kind_of_step(e.transition) END, 'airdrop', c.id, NULL, c.campaign_id, NULL, jsonb_build_array(${CREATOR}),
  e.transition, e.tx_hash, e.amount, c.token_category, ${FINALITY}, e.reason, e.replaced_by, jsonb_build_object('status',
  c.status, 'totalAmount', c.total_amount::text, 'pool', c.pool::text, 'claimedAmount', (SELECT coalesce(sum(claimed_amount),
  0) FROM airdrop_lanes WHERE campaign_id = c.id)::text, 'claimedCount', (SELECT coalesce(sum(claims), 0) FROM airdrop_lanes
  WHERE campaign_id = c.id)) FROM added AS e JOIN airdrop_campaigns AS c ON e.resource_type IN ('airdrop') AND e.resource_id
  = c.id
LEFT JOIN transitions AS t ON t.resource_type = e.resource_type AND t.resource_id = e.resource_id AND t.tx_hash = e.tx_hash
  ORDER BY e.id;
      RETURN NULL;
    END
$function$;
CREATE TRIGGER resource_events_outbox_insert AFTER INSERT ON resource_events
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION resource_events_outbox();

-- An event of each step that no reorganisation takes back any more. A block can make thousands of steps final: one statement
-- over all that its statement marked. Whatever marks steps holds the locks of their records, so that the figures of a later
-- event are never older.
CREATE FUNCTION transitions_final_outbox() RETURNS trigger LANGUAGE plpgsql AS $function$
  BEGIN
    IF EXISTS (SELECT FROM ${MARKED}) THEN INSERT INTO outbox (${TOLD})
SELECT 'final', s.product, s.id, s.plan_id, s.stream_id, NULL, ${STREAM_PARTIES}, t.kind, t.tx_hash, (SELECT e.amount FROM
  resource_events AS e
  WHERE e.resource_type = t.resource_type AND e.resource_id = t.resource_id AND e.tx_hash = t.tx_hash AND e.kind IN
    ('recorded', 'restored')
  ORDER BY e.id DESC LIMIT 1), s.token_category, 'final', NULL, NULL, ${STREAM_FIGURES} FROM ${MARKED} JOIN streams AS s ON
    t.resource_type IN ('stream', 'payment') AND s.id = t.resource_id ORDER BY s.id, t.sequence;
    INSERT INTO outbox (${TOLD})
SELECT 'final', 'vault', v.id, NULL, NULL, CASE WHEN NOT v.is_public THEN v.id END, outbox_vault_parties(v.id), t.kind,
  t.tx_hash, (SELECT e.amount FROM resource_events AS e
  WHERE e.resource_type = t.resource_type AND e.resource_id = t.resource_id AND e.tx_hash = t.tx_hash AND e.kind IN
    ('recorded', 'restored')
  ORDER BY e.id DESC LIMIT 1), NULL, 'final', NULL, NULL, ${VAULT_FIGURES} FROM ${MARKED} JOIN vaults AS v ON t.resource_type
    = 'vault' AND v.id = t.resource_id ORDER BY v.id, t.sequence;
    INSERT INTO outbox (${TOLD})
SELECT 'final', 'plan', p.id, NULL, p.plan_id, NULL, jsonb_build_array(jsonb_build_object('role', 'sender', 'address',
  p.sender, 'hash', p.sender_hash)), 'fund', t.tx_hash, (SELECT sum(total_amount) FROM streams WHERE plan_funding_id = f.id),
  p.token_category, 'final', NULL, NULL, jsonb_build_object('status', (SELECT min(status) FROM plan_fundings WHERE plan_id =
  p.id), 'part', f.part, 'streams', f.streams) FROM ${MARKED} JOIN streams AS s ON t.resource_type = 'stream' AND s.id =
  t.resource_id AND t.kind = 'fund'
JOIN plan_fundings AS f ON f.id = s.plan_funding_id JOIN plans AS p ON p.id = f.plan_id
WHERE s.plan_index = (SELECT min(plan_index) FROM streams WHERE plan_funding_id = f.id) ORDER BY f.part; END IF;
    RETURN NULL;
  END
$function$;
CREATE TRIGGER transitions_final_outbox_update AFTER UPDATE ON transitions
  REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION transitions_final_outbox();

-- A creation says PENDING, also of a stream that is stored ACTIVE: its funding is the next event.
CREATE FUNCTION streams_outbox() RETURNS trigger LANGUAGE plpgsql AS $function$
  BEGIN
    IF TG_OP = 'INSERT' THEN INSERT INTO outbox (${TOLD})
SELECT 'created', s.product, s.id, s.plan_id, s.stream_id, NULL, ${STREAM_PARTIES}, NULL, NULL, s.total_amount,
  s.token_category, NULL, NULL, NULL, ${STREAM_FIGURES} || jsonb_build_object('status', 'PENDING') FROM added AS s ORDER BY
  s.id; ELSE INSERT INTO outbox (${TOLD})
SELECT 'expired', s.product, s.id, s.plan_id, s.stream_id, NULL, ${STREAM_PARTIES}, NULL, NULL, NULL, s.token_category, NULL,
  NULL, NULL, ${STREAM_FIGURES} FROM removed AS s WHERE s.status = 'PENDING' ORDER BY s.id; END IF;
    RETURN NULL;
  END
$function$;
CREATE TRIGGER streams_outbox_insert AFTER INSERT ON streams
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION streams_outbox();
CREATE TRIGGER streams_outbox_delete AFTER DELETE ON streams
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION streams_outbox();

CREATE FUNCTION plans_outbox() RETURNS trigger LANGUAGE plpgsql AS $function$
    BEGIN
      IF TG_OP = 'INSERT' THEN INSERT INTO outbox (${TOLD})
SELECT 'created', 'plan', p.id, NULL, p.plan_id, NULL, jsonb_build_array(jsonb_build_object('role', 'sender', 'address',
  p.sender, 'hash', p.sender_hash)), NULL, NULL, NULL, p.token_category, NULL, NULL, NULL, jsonb_build_object('status',
  p.status) FROM added AS p ORDER BY p.id; ELSE INSERT INTO outbox (${TOLD})
SELECT 'expired', 'plan', p.id, NULL, p.plan_id, NULL, jsonb_build_array(jsonb_build_object('role', 'sender', 'address',
  p.sender, 'hash', p.sender_hash)), NULL, NULL, NULL, p.token_category, NULL, NULL, NULL, jsonb_build_object('status',
  p.status) FROM removed AS p WHERE p.status = 'PENDING' ORDER BY p.id; END IF;
      RETURN NULL;
    END
$function$;
CREATE TRIGGER plans_outbox_insert AFTER INSERT ON plans
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION plans_outbox();
CREATE TRIGGER plans_outbox_delete AFTER DELETE ON plans
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION plans_outbox();

CREATE FUNCTION plan_fundings_outbox() RETURNS trigger LANGUAGE plpgsql AS $function$
    BEGIN
      INSERT INTO outbox (${TOLD})
SELECT CASE f.status WHEN 'ACTIVE' THEN 'funded' ELSE 'reverted' END, 'plan', p.id, NULL, p.plan_id, NULL,
  jsonb_build_array(jsonb_build_object('role', 'sender', 'address', p.sender, 'hash', p.sender_hash)), 'fund',
  coalesce(f.funding_tx_hash, removed.funding_tx_hash), (SELECT sum(total_amount) FROM streams WHERE plan_funding_id = f.id),
  p.token_category, NULL, NULL, NULL, jsonb_build_object('status', (SELECT min(status) FROM plan_fundings WHERE plan_id =
  p.id), 'part', f.part, 'streams', f.streams) FROM added AS f JOIN removed USING (id) JOIN plans AS p ON p.id = f.plan_id
  WHERE f.status <> removed.status ORDER BY f.part;
      RETURN NULL;
    END
$function$;
CREATE TRIGGER plan_fundings_outbox_update AFTER UPDATE ON plan_fundings
  REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION plan_fundings_outbox();

CREATE FUNCTION vaults_outbox() RETURNS trigger LANGUAGE plpgsql AS $function$
    BEGIN
      INSERT INTO outbox (${TOLD})
SELECT 'deposit', 'vault', v.id, NULL, NULL, CASE WHEN NOT v.is_public THEN v.id END, outbox_vault_parties(v.id), NULL, NULL,
  v.current_balance - removed.current_balance, NULL, NULL, NULL, NULL, ${VAULT_FIGURES} FROM added AS v JOIN removed USING
  (id) WHERE v.current_balance > removed.current_balance ORDER BY v.id;
      RETURN NULL;
    END
$function$;
CREATE TRIGGER vaults_outbox_update AFTER UPDATE ON vaults
  REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION vaults_outbox();

-- The creation of a vault, once its creator is stored, who comes after it.
CREATE FUNCTION vault_members_outbox() RETURNS trigger LANGUAGE plpgsql AS $function$
    BEGIN
      INSERT INTO outbox (${TOLD})
SELECT 'created', 'vault', v.id, NULL, NULL, CASE WHEN NOT v.is_public THEN v.id END, outbox_vault_parties(v.id), NULL, NULL,
  v.total_deposit, NULL, NULL, NULL, NULL, ${VAULT_FIGURES} FROM vaults AS v WHERE v.id IN (SELECT vault_id FROM added WHERE
  role = 'creator') ORDER BY v.id;
      RETURN NULL;
    END
$function$;
CREATE TRIGGER vault_members_outbox_insert AFTER INSERT ON vault_members
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION vault_members_outbox();

CREATE FUNCTION vaults_expired_outbox() RETURNS trigger LANGUAGE plpgsql AS $function$
  BEGIN
    INSERT INTO outbox (${TOLD})
SELECT 'expired', 'vault', v.id, NULL, NULL, CASE WHEN NOT v.is_public THEN v.id END, outbox_vault_parties(v.id), NULL, NULL,
  NULL, NULL, NULL, NULL, NULL, ${VAULT_FIGURES} FROM (SELECT OLD.*) AS v WHERE v.status = 'pending' ORDER BY v.id;
    RETURN OLD;
  END
$function$;
CREATE TRIGGER vaults_expired_outbox_delete BEFORE DELETE ON vaults
  FOR EACH ROW EXECUTE FUNCTION vaults_expired_outbox();
`;
