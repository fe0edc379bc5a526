import { sql } from 'kysely';
import { FINALITY, TOLD } from './outbox-terms.js';

/** Writes to the outbox what happens to proposals. */
export const outboxProposals = sql`
CREATE FUNCTION vault_proposals_outbox() RETURNS trigger LANGUAGE plpgsql AS $function$
    BEGIN
      IF TG_OP = 'INSERT' THEN INSERT INTO outbox (${TOLD})
SELECT 'proposed', 'proposal', p.id, p.vault_id, p.proposal_id, CASE WHEN NOT p.is_public THEN p.vault_id END,
  jsonb_build_array(jsonb_build_object('role', 'proposer', 'address', p.proposer, 'hash', p.proposer_hash),
jsonb_build_object('role', 'recipient', 'address', p.recipient, 'hash', coalesce(substring(p.recipient_bytecode FROM
  '^76a914([0-9a-f]{40})88ac$'), p.recipient_bytecode))) || outbox_vault_parties(p.vault_id), NULL, NULL, p.amount,
  p.token_category, NULL, NULL, NULL, jsonb_build_object('status', p.status, 'amount', p.amount::text, 'proposalKind',
  p.kind, 'round', p.round,
'signatures', (SELECT count(*) FROM vault_proposal_votes AS v WHERE v.proposal_id = p.id AND v.kind = 'signature' AND v.round
  = p.round)) FROM added AS p ORDER BY p.id; ELSE INSERT INTO outbox (${TOLD})
SELECT 'expired', 'proposal', p.id, p.vault_id, p.proposal_id, CASE WHEN NOT p.is_public THEN p.vault_id END,
  jsonb_build_array(jsonb_build_object('role', 'proposer', 'address', p.proposer, 'hash', p.proposer_hash),
jsonb_build_object('role', 'recipient', 'address', p.recipient, 'hash', coalesce(substring(p.recipient_bytecode FROM
  '^76a914([0-9a-f]{40})88ac$'), p.recipient_bytecode))) || outbox_vault_parties(p.vault_id), NULL, NULL, p.amount,
  p.token_category, NULL, NULL, NULL, jsonb_build_object('status', p.status, 'amount', p.amount::text, 'proposalKind',
  p.kind, 'round', p.round,
'signatures', (SELECT count(*) FROM vault_proposal_votes AS v WHERE v.proposal_id = p.id AND v.kind = 'signature' AND v.round
  = p.round)) FROM removed AS p WHERE p.status <> 'EXECUTED' ORDER BY p.id; END IF;
      RETURN NULL;
    END
$function$;
CREATE TRIGGER vault_proposals_outbox_insert AFTER INSERT ON vault_proposals
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION vault_proposals_outbox();
CREATE TRIGGER vault_proposals_outbox_delete AFTER DELETE ON vault_proposals
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION vault_proposals_outbox();

CREATE FUNCTION proposal_states_outbox() RETURNS trigger LANGUAGE plpgsql AS $function$
    BEGIN

    INSERT INTO outbox (${TOLD})
SELECT 'reverted', 'proposal', p.id, p.vault_id, p.proposal_id, CASE WHEN NOT p.is_public THEN p.vault_id END,
  jsonb_build_array(jsonb_build_object('role', 'proposer', 'address', p.proposer, 'hash', p.proposer_hash),
jsonb_build_object('role', 'recipient', 'address', p.recipient, 'hash', coalesce(substring(p.recipient_bytecode FROM
  '^76a914([0-9a-f]{40})88ac$'), p.recipient_bytecode))) || outbox_vault_parties(p.vault_id), 'execute',
  removed.executed_tx_hash, p.amount, p.token_category, NULL, NULL, NULL, jsonb_build_object('status', p.status, 'amount',
  p.amount::text, 'proposalKind', p.kind, 'round', p.round,
'signatures', (SELECT count(*) FROM vault_proposal_votes AS v WHERE v.proposal_id = p.id AND v.kind = 'signature' AND v.round
  = p.round)) FROM added AS p JOIN removed USING (id) WHERE removed.executed_tx_hash IS NOT NULL AND removed.executed_tx_hash
  IS DISTINCT FROM p.executed_tx_hash ORDER BY p.id;
    INSERT INTO outbox (${TOLD})
SELECT CASE p.status WHEN 'PENDING' THEN 'reopened' ELSE lower(p.status) END, 'proposal', p.id, p.vault_id, p.proposal_id,
  CASE WHEN NOT p.is_public THEN p.vault_id END, jsonb_build_array(jsonb_build_object('role', 'proposer', 'address',
  p.proposer, 'hash', p.proposer_hash),
jsonb_build_object('role', 'recipient', 'address', p.recipient, 'hash', coalesce(substring(p.recipient_bytecode FROM
  '^76a914([0-9a-f]{40})88ac$'), p.recipient_bytecode))) || outbox_vault_parties(p.vault_id), NULL, p.executed_tx_hash,
  p.amount, p.token_category, CASE WHEN p.executed_final THEN 'final' ELSE (SELECT ${FINALITY} FROM transitions AS t
          WHERE t.resource_type = 'vault' AND t.resource_id = p.vault_id AND t.tx_hash = p.executed_tx_hash) END, NULL, NULL,
            jsonb_build_object('status', p.status, 'amount', p.amount::text, 'proposalKind', p.kind, 'round', p.round,
'signatures', (SELECT count(*) FROM vault_proposal_votes AS v WHERE v.proposal_id = p.id AND v.kind = 'signature' AND v.round
  = p.round)) FROM added AS p JOIN removed USING (id) WHERE (removed.status, removed.executed_tx_hash, removed.round) IS
  DISTINCT FROM (p.status, p.executed_tx_hash, p.round)
        AND NOT (removed.status = 'EXECUTED' AND p.status <> 'EXECUTED') ORDER BY p.id;
      RETURN NULL;
    END
$function$;
CREATE TRIGGER proposal_states_outbox_update AFTER UPDATE ON vault_proposals
  REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION proposal_states_outbox();

CREATE FUNCTION proposal_votes_outbox() RETURNS trigger LANGUAGE plpgsql AS $function$
    BEGIN
      INSERT INTO outbox (${TOLD})
SELECT CASE vote.kind WHEN 'signature' THEN 'signed' ELSE 'declined' END, 'proposal', p.id, p.vault_id, p.proposal_id, CASE
  WHEN NOT p.is_public THEN p.vault_id END, jsonb_build_array(jsonb_build_object('role', 'voter', 'address', (SELECT address
  FROM vault_members WHERE vault_id = p.vault_id AND role = 'signer' AND hash = vote.signer_hash), 'hash', vote.signer_hash))
  || jsonb_build_array(jsonb_build_object('role', 'proposer', 'address', p.proposer, 'hash', p.proposer_hash),
jsonb_build_object('role', 'recipient', 'address', p.recipient, 'hash', coalesce(substring(p.recipient_bytecode FROM
  '^76a914([0-9a-f]{40})88ac$'), p.recipient_bytecode))) || outbox_vault_parties(p.vault_id), NULL, NULL, p.amount,
  p.token_category, NULL, NULL, NULL, jsonb_build_object('status', p.status, 'amount', p.amount::text, 'proposalKind',
  p.kind, 'round', p.round,
'signatures', (SELECT count(*) FROM vault_proposal_votes AS v WHERE v.proposal_id = p.id AND v.kind = 'signature' AND v.round
  = p.round)) FROM added AS vote JOIN vault_proposals AS p ON p.id = vote.proposal_id ORDER BY p.id;
      RETURN NULL;
    END
$function$;
CREATE TRIGGER proposal_votes_outbox_insert AFTER INSERT ON vault_proposal_votes
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION proposal_votes_outbox();
CREATE TRIGGER proposal_votes_outbox_update AFTER UPDATE ON vault_proposal_votes
  REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION proposal_votes_outbox();

CREATE FUNCTION vault_proposals_final_outbox() RETURNS trigger LANGUAGE plpgsql AS $function$
  BEGIN
    IF EXISTS (SELECT FROM added JOIN removed USING (id) WHERE added.executed_final AND NOT removed.executed_final) THEN
      INSERT INTO outbox (${TOLD})
SELECT 'final', 'proposal', p.id, p.vault_id, p.proposal_id, CASE WHEN NOT p.is_public THEN p.vault_id END,
  jsonb_build_array(jsonb_build_object('role', 'proposer', 'address', p.proposer, 'hash', p.proposer_hash),
jsonb_build_object('role', 'recipient', 'address', p.recipient, 'hash', coalesce(substring(p.recipient_bytecode FROM
  '^76a914([0-9a-f]{40})88ac$'), p.recipient_bytecode))) || outbox_vault_parties(p.vault_id), 'execute', p.executed_tx_hash,
  p.amount, p.token_category, 'final', NULL, NULL, jsonb_build_object('status', p.status, 'amount', p.amount::text,
  'proposalKind', p.kind, 'round', p.round,
'signatures', (SELECT count(*) FROM vault_proposal_votes AS v WHERE v.proposal_id = p.id AND v.kind = 'signature' AND v.round
  = p.round)) FROM added AS p JOIN removed USING (id) WHERE p.executed_final AND NOT removed.executed_final ORDER BY p.id; END IF;
    RETURN NULL;
  END
$function$;
CREATE TRIGGER vault_proposals_final_outbox_update AFTER UPDATE ON vault_proposals
  REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION vault_proposals_final_outbox();
`;
