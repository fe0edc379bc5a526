import { sql, type RawBuilder } from 'kysely';
import {
  CAMPAIGN,
  campaignStep,
  CURRENCY,
  CURRENCY_STEP,
  DEBT,
  PLAN,
  PLAN_FUNDING,
  PROPOSAL,
  PURSE,
  STREAM,
  STREAM_STEP,
  publish,
  VAULT,
  VAULT_STEP,
  VOTE,
} from './outbox-records.js';
import { BEGIN, END, triggersOf } from './triggers.js';

const NONE = undefined;

/** Of a step `t`, which may be gone. */
const FINALITY = `CASE WHEN t.tx_hash IS NULL THEN NULL WHEN t.final THEN 'final' WHEN t.block_hash IS NULL THEN 'mempool' ELSE 'mined' END`;
const KIND = `CASE e.kind WHEN 'completed' THEN 'completed' WHEN 'rolled_back' THEN 'reverted' ELSE outbox_kind_of_step(e.transition) END`;
const RESOURCE_EVENT = [KIND, 'e.transition', 'e.tx_hash', 'e.amount', FINALITY, 'e.reason', 'e.replaced_by'] as const;
const STEP_OF_EVENT = `LEFT JOIN transitions AS t
    ON t.resource_type = e.resource_type AND t.resource_id = e.resource_id AND t.tx_hash = e.tx_hash ORDER BY e.id`;

/** The steps that a statement marked as final. */
const MARKED = `(SELECT added.* FROM added JOIN removed USING (resource_type, resource_id, sequence)
  WHERE added.final AND NOT removed.final) AS t`;
const MOVED = `(SELECT e.amount FROM resource_events AS e
  WHERE e.resource_type = t.resource_type AND e.resource_id = t.resource_id AND e.tx_hash = t.tx_hash AND e.kind IN ('recorded', 'restored')
  ORDER BY e.id DESC LIMIT 1)`;
const FINAL_STEP = [`'final'`, 't.kind', 't.tx_hash', MOVED, `'final'`] as const;

const PURSE_STEP = { ...PURSE, figures: PURSE.figures.replaceAll('e.tx_hash', 't.tx_hash') };
const FINAL_CURRENCY_STEP = { ...CURRENCY_STEP, figures: CURRENCY_STEP.figures.replaceAll('e.tx_hash', 't.tx_hash') };
/** A period that was fixed with too little money, recorded now. */
const FALLS_SHORT = `e.kind IN ('recorded', 'restored') AND e.transition = 'pay' AND ${DEBT} > 0`;
const CREATED_STREAM = { ...STREAM, figures: `${STREAM.figures} || jsonb_build_object('status', 'PENDING')` };
const FUNDED = '(SELECT sum(total_amount) FROM streams WHERE plan_funding_id = f.id)';
const FUNDING_KIND = `CASE f.status WHEN 'ACTIVE' THEN 'funded' ELSE 'reverted' END`;
const FUNDING_TX = 'coalesce(f.funding_tx_hash, removed.funding_tx_hash)';

/** Of streams, payments, payments in a currency, plans and vaults. */
const chain = `
-- Events have the figures from after their own step: they are stored after the row that they changed.
CREATE FUNCTION resource_events_outbox() ${BEGIN}
  ${publish(STREAM_STEP, RESOURCE_EVENT)} FROM added AS e
  JOIN streams AS s ON e.resource_type IN ('stream', 'payment') AND e.resource_id = s.id ${STEP_OF_EVENT};
  ${publish(VAULT_STEP, RESOURCE_EVENT)} FROM added AS e
  JOIN vaults AS v ON e.resource_type IN ('vault') AND e.resource_id = v.id ${STEP_OF_EVENT};
  ${publish(PURSE, RESOURCE_EVENT)} FROM added AS e
  JOIN purses AS r ON e.resource_type IN ('purse') AND e.resource_id = r.id JOIN vaults AS v ON v.id = r.vault_id ${STEP_OF_EVENT};
  ${publish(CAMPAIGN, RESOURCE_EVENT)} FROM added AS e
  JOIN airdrop_campaigns AS c ON e.resource_type IN ('airdrop') AND e.resource_id = c.id ${STEP_OF_EVENT};
  ${publish(CURRENCY_STEP, RESOURCE_EVENT)} FROM added AS e
  JOIN currency_payments AS m ON e.resource_type IN ('currency_payment') AND e.resource_id = m.id ${STEP_OF_EVENT};
  ${publish(CURRENCY_STEP, [`'underfunded'`, 'e.transition', 'e.tx_hash', DEBT, FINALITY])} FROM added AS e
  JOIN currency_payments AS m ON e.resource_type IN ('currency_payment') AND e.resource_id = m.id AND ${FALLS_SHORT} ${STEP_OF_EVENT};
${END}
${triggersOf('resource_events_outbox', 'resource_events', 'INSERT')}

-- An event of each step that no reorganisation takes back any more. A block can make thousands of steps final: one statement
-- over all that its statement marked. Each writer that marks steps holds the locks of their records, so that the figures of a later
-- event are never older.
CREATE FUNCTION transitions_final_outbox() ${BEGIN}
  IF EXISTS (SELECT FROM ${MARKED}) THEN
    ${publish(STREAM, FINAL_STEP)} FROM ${MARKED}
    JOIN streams AS s ON t.resource_type IN ('stream', 'payment') AND s.id = t.resource_id ORDER BY s.id, t.sequence;
    ${publish(VAULT, FINAL_STEP)} FROM ${MARKED}
    JOIN vaults AS v ON t.resource_type = 'vault' AND v.id = t.resource_id ORDER BY v.id, t.sequence;
    ${publish(PURSE_STEP, FINAL_STEP)} FROM ${MARKED}
    JOIN purses AS r ON t.resource_type = 'purse' AND r.id = t.resource_id JOIN vaults AS v ON v.id = r.vault_id ORDER BY r.id, t.sequence;
    ${publish(FINAL_CURRENCY_STEP, FINAL_STEP)} FROM ${MARKED}
    JOIN currency_payments AS m ON t.resource_type = 'currency_payment' AND m.id = t.resource_id ORDER BY m.id, t.sequence;
    ${publish(PLAN_FUNDING, [`'final'`, `'fund'`, 't.tx_hash', FUNDED, `'final'`])} FROM ${MARKED}
    JOIN streams AS s ON t.resource_type = 'stream' AND s.id = t.resource_id AND t.kind = 'fund'
    JOIN plan_fundings AS f ON f.id = s.plan_funding_id JOIN plans AS p ON p.id = f.plan_id
    WHERE s.plan_index = (SELECT min(plan_index) FROM streams WHERE plan_funding_id = f.id) ORDER BY f.part;
  END IF;
${END}
${triggersOf('transitions_final_outbox', 'transitions', 'UPDATE')}

-- A creation says PENDING, also of a stream that is stored ACTIVE: its funding is the next event.
CREATE FUNCTION streams_outbox() ${BEGIN}
  IF TG_OP = 'INSERT' THEN ${publish(CREATED_STREAM, [`'created'`, NONE, NONE, 's.total_amount'])} FROM added AS s ORDER BY s.id;
  ELSE ${publish(STREAM, [`'expired'`])} FROM removed AS s WHERE s.status = 'PENDING' ORDER BY s.id; END IF;
${END}
${triggersOf('streams_outbox', 'streams', 'INSERT', 'DELETE')}

CREATE FUNCTION currency_payments_outbox() ${BEGIN}
  IF TG_OP = 'INSERT' THEN ${publish(CURRENCY, [`'created'`, NONE, NONE, 'm.opening_satoshis'])} FROM added AS m ORDER BY m.id;
  ELSE ${publish(CURRENCY, [`'expired'`])} FROM removed AS m WHERE m.status = 'PENDING' ORDER BY m.id; END IF;
${END}
${triggersOf('currency_payments_outbox', 'currency_payments', 'INSERT', 'DELETE')}

CREATE FUNCTION plans_outbox() ${BEGIN}
  IF TG_OP = 'INSERT' THEN ${publish(PLAN, [`'created'`])} FROM added AS p ORDER BY p.id;
  ELSE ${publish(PLAN, [`'expired'`])} FROM removed AS p WHERE p.status = 'PENDING' ORDER BY p.id; END IF;
${END}
${triggersOf('plans_outbox', 'plans', 'INSERT', 'DELETE')}

CREATE FUNCTION plan_fundings_outbox() ${BEGIN}
  ${publish(PLAN_FUNDING, [FUNDING_KIND, `'fund'`, FUNDING_TX, FUNDED])} FROM added AS f
  JOIN removed USING (id) JOIN plans AS p ON p.id = f.plan_id WHERE f.status <> removed.status ORDER BY f.part;
${END}
${triggersOf('plan_fundings_outbox', 'plan_fundings', 'UPDATE')}

CREATE FUNCTION vaults_outbox() ${BEGIN}
  ${publish(VAULT, [`'deposit'`, NONE, NONE, 'v.current_balance - removed.current_balance'])} FROM added AS v
  JOIN removed USING (id) WHERE v.current_balance > removed.current_balance ORDER BY v.id;
${END}
${triggersOf('vaults_outbox', 'vaults', 'UPDATE')}

-- The creation of a vault, once its creator is stored, who comes after it.
CREATE FUNCTION vault_members_outbox() ${BEGIN}
  ${publish(VAULT, [`'created'`, NONE, NONE, 'v.total_deposit'])} FROM vaults AS v
  WHERE v.id IN (SELECT vault_id FROM added WHERE role = 'creator') AND v.former_creator IS NULL ORDER BY v.id;
${END}
${triggersOf('vault_members_outbox', 'vault_members', 'INSERT')}

CREATE FUNCTION vaults_expired_outbox() RETURNS trigger LANGUAGE plpgsql AS $function$
  BEGIN
    ${publish(VAULT, [`'expired'`])} FROM (SELECT OLD.*) AS v WHERE v.status = 'pending' ORDER BY v.id;
    RETURN OLD;
  END
$function$;
CREATE TRIGGER vaults_expired_outbox_delete BEFORE DELETE ON vaults
  FOR EACH ROW EXECUTE FUNCTION vaults_expired_outbox();
`;

const ASKED = [NONE, NONE, 'p.amount'] as const;
const STATE_KIND = `CASE p.status WHEN 'PENDING' THEN 'reopened' ELSE lower(p.status) END`;
const VOTE_KIND = `CASE vote.kind WHEN 'signature' THEN 'signed' ELSE 'declined' END`;
const EXECUTION_FINALITY = `CASE WHEN p.executed_final THEN 'final' ELSE (SELECT ${FINALITY} FROM transitions AS t
  WHERE t.resource_type = 'vault' AND t.resource_id = p.vault_id AND t.tx_hash = p.executed_tx_hash) END`;

const proposals = `
CREATE FUNCTION vault_proposals_outbox() ${BEGIN}
  IF TG_OP = 'INSERT' THEN ${publish(PROPOSAL, [`'proposed'`, ...ASKED])} FROM added AS p ORDER BY p.id;
  ELSE ${publish(PROPOSAL, [`'expired'`, ...ASKED])} FROM removed AS p WHERE p.status <> 'EXECUTED' ORDER BY p.id; END IF;
${END}
${triggersOf('vault_proposals_outbox', 'vault_proposals', 'INSERT', 'DELETE')}

CREATE FUNCTION proposal_states_outbox() ${BEGIN}
  ${publish(PROPOSAL, [`'reverted'`, `'execute'`, 'removed.executed_tx_hash', 'p.amount'])} FROM added AS p JOIN removed USING (id)
  WHERE removed.executed_tx_hash IS NOT NULL AND removed.executed_tx_hash IS DISTINCT FROM p.executed_tx_hash ORDER BY p.id;
  ${publish(PROPOSAL, [STATE_KIND, NONE, 'p.executed_tx_hash', 'p.amount', EXECUTION_FINALITY])} FROM added AS p JOIN removed USING (id)
  WHERE (removed.status, removed.executed_tx_hash, removed.round) IS DISTINCT FROM (p.status, p.executed_tx_hash, p.round)
    AND NOT (removed.status = 'EXECUTED' AND p.status <> 'EXECUTED') ORDER BY p.id;
${END}
${triggersOf('proposal_states_outbox', 'vault_proposals', 'UPDATE')}

CREATE FUNCTION proposal_votes_outbox() ${BEGIN}
  ${publish(VOTE, [VOTE_KIND, ...ASKED])} FROM added AS vote JOIN vault_proposals AS p ON p.id = vote.proposal_id ORDER BY p.id;
${END}
${triggersOf('proposal_votes_outbox', 'vault_proposal_votes', 'INSERT', 'UPDATE')}

CREATE FUNCTION vault_proposals_final_outbox() ${BEGIN}
  IF EXISTS (SELECT FROM added JOIN removed USING (id) WHERE added.executed_final AND NOT removed.executed_final) THEN
    ${publish(PROPOSAL, [`'final'`, `'execute'`, 'p.executed_tx_hash', 'p.amount', `'final'`])} FROM added AS p JOIN removed USING (id)
    WHERE p.executed_final AND NOT removed.executed_final ORDER BY p.id;
  END IF;
${END}
${triggersOf('vault_proposals_final_outbox', 'vault_proposals', 'UPDATE')}
`;

/** Reads something of the latest step of a campaign `c`. */
const latestStep = (column: string): string => `(SELECT ${column}
  FROM airdrop_lanes AS l JOIN airdrop_steps AS s ON s.campaign_id = l.campaign_id AND s.lane = l.lane AND s.sequence = l.head
  WHERE l.campaign_id = c.id ORDER BY s.id DESC LIMIT 1)`;
const STEP_FINALITY = `CASE WHEN s.mined THEN 'mined' ELSE 'mempool' END`;
const LATEST_FINALITY = latestStep(STEP_FINALITY);
const LANE_KIND = `CASE s.kind WHEN 'claim' THEN 'claimed' ELSE 'refunded' END`;
const LANE_AMOUNT = `CASE s.kind WHEN 'claim' THEN s.amount ELSE s.to_creator END`;
const FINAL_AMOUNT = `CASE s.kind WHEN 'claim' THEN s.amount WHEN 'fund' THEN c.pool ELSE s.to_creator END`;
/** The campaign of a step; an end that gives the creator nothing is not an event. */
const CAMPAIGN_OF_STEP = `JOIN airdrop_campaigns AS c ON c.id = s.campaign_id
  WHERE s.kind <> 'complete' OR s.to_creator > 0 ORDER BY s.lane, s.sequence`;

const airdrops = `
CREATE FUNCTION airdrop_campaigns_outbox() ${BEGIN}
  IF TG_OP = 'INSERT' THEN ${publish(CAMPAIGN, [`'created'`, NONE, NONE, 'c.total_amount'])} FROM added AS c ORDER BY c.id;
  ELSE ${publish(CAMPAIGN, [`'expired'`])} FROM removed AS c WHERE c.status = 'PENDING' ORDER BY c.id; END IF;
${END}
${triggersOf('airdrop_campaigns_outbox', 'airdrop_campaigns', 'INSERT', 'DELETE')}

CREATE FUNCTION airdrop_states_outbox() ${BEGIN}
  ${publish(CAMPAIGN, [`'funded'`, `'fund'`, 'c.funding_tx_hash', 'c.pool', LATEST_FINALITY])} FROM added AS c JOIN removed USING (id)
  WHERE removed.status = 'PENDING' AND c.status <> 'PENDING' ORDER BY c.id;
  ${publish(CAMPAIGN, ['lower(c.status)', NONE, latestStep('s.tx_hash'), NONE, LATEST_FINALITY])} FROM added AS c JOIN removed USING (id)
  WHERE removed.status <> c.status AND c.status IN ('COMPLETED', 'CANCELLED') ORDER BY c.id;
${END}
${triggersOf('airdrop_states_outbox', 'airdrop_campaigns', 'UPDATE')}

-- Of several steps written at once, each has the figures from before the later ones.
CREATE FUNCTION airdrop_lanes_outbox() ${BEGIN}
${publish(campaignStep('s.claimed - s.later_amount', 's.claims - s.later_claims'), [LANE_KIND, 's.kind', 's.tx_hash', LANE_AMOUNT, STEP_FINALITY])}
  FROM (
    SELECT steps.*, totals.claimed, totals.claims, coalesce(sum(steps.amount) OVER later, 0) AS later_amount,
      count(*) FILTER (WHERE steps.kind = 'claim') OVER later AS later_claims
    FROM added JOIN removed USING (campaign_id, lane)
    JOIN airdrop_steps AS steps ON steps.campaign_id = added.campaign_id AND steps.lane = added.lane
      AND steps.sequence > removed.head AND steps.sequence <= added.head
    CROSS JOIN LATERAL (SELECT sum(claimed_amount) AS claimed, sum(claims) AS claims FROM airdrop_lanes
      WHERE campaign_id = added.campaign_id) AS totals
    WHERE added.head > removed.head
    WINDOW later AS (PARTITION BY steps.campaign_id ORDER BY steps.lane, steps.sequence ROWS BETWEEN 1 FOLLOWING AND UNBOUNDED FOLLOWING)
  ) AS s ${CAMPAIGN_OF_STEP};
${END}
${triggersOf('airdrop_lanes_outbox', 'airdrop_lanes', 'UPDATE')}

-- The funding of a campaign is a step of each lane, and one event.
CREATE FUNCTION airdrop_steps_final_outbox() ${BEGIN}
  IF EXISTS (SELECT FROM added JOIN removed USING (campaign_id, lane) WHERE added.final_sequence > removed.final_sequence) THEN
    ${publish(campaignStep('s.claimed', 's.claims'), [`'final'`, 's.kind', 's.tx_hash', FINAL_AMOUNT, `'final'`])}
    FROM (
      SELECT steps.*, totals.claimed, totals.claims FROM added JOIN removed USING (campaign_id, lane)
      JOIN airdrop_steps AS steps ON steps.campaign_id = added.campaign_id AND steps.lane = added.lane
        AND steps.sequence > removed.final_sequence AND steps.sequence <= added.final_sequence
      JOIN (SELECT campaign_id, sum(claimed_amount) AS claimed, sum(claims) AS claims, min(lane) AS first_lane
        FROM airdrop_lanes WHERE campaign_id IN (SELECT campaign_id FROM added) GROUP BY campaign_id) AS totals
        ON totals.campaign_id = added.campaign_id
      WHERE steps.sequence > 0 OR steps.lane = totals.first_lane
    ) AS s ${CAMPAIGN_OF_STEP};
  END IF;
${END}
${triggersOf('airdrop_steps_final_outbox', 'airdrop_lanes', 'UPDATE')}
`;

/** Writes to the outbox what happens to records. The tables write it themselves, so that no way of changing a record forgets it. */
export const outbox: RawBuilder<unknown> = sql.raw(`
-- The word of an event; steps without one keep their own name.
CREATE FUNCTION outbox_kind_of_step(step text) RETURNS text LANGUAGE sql IMMUTABLE AS $function$
SELECT CASE step
  WHEN 'fund' THEN 'funded' WHEN 'claim' THEN 'claimed' WHEN 'push' THEN 'claimed' WHEN 'pause' THEN 'paused'
  WHEN 'settle' THEN 'settled' WHEN 'resume' THEN 'resumed' WHEN 'cancel' THEN 'cancelled' WHEN 'refund' THEN 'refunded'
  WHEN 'announce' THEN 'move_announced' WHEN 'undo' THEN 'move_undone' WHEN 'finish' THEN 'move_finished' WHEN 'keep' THEN 'move_kept'
  WHEN 'open-purse' THEN 'purse_opened' WHEN 'pay-purse' THEN 'purse_paid' WHEN 'send-purse-home' THEN 'purse_home'
  WHEN 'end-purse' THEN 'purse_ended'
  WHEN 'pay' THEN 'period_paid' WHEN 'pay-debt' THEN 'debt_paid' WHEN 'top-up' THEN 'topped_up'
  WHEN 'exchange' THEN 'exchanged' WHEN 'call-recovery' THEN 'recovery_called' WHEN 'veto-recovery' THEN 'recovery_vetoed'
  WHEN 'recover' THEN 'recovered'
  WHEN 'deposit' THEN 'funded' WHEN 'spend' THEN 'paid' WHEN 'close' THEN 'closed'
  ELSE replace(step, '-', '_') END
$function$;

-- A number in a commitment, its hex digits in the order of the chain. Null of a state that is gone.
CREATE FUNCTION outbox_little_endian(digits text) RETURNS bigint LANGUAGE sql IMMUTABLE AS $function$
SELECT sum(get_byte(decode(digits, 'hex'), i)::bigint << (8 * i))::bigint FROM generate_series(0, length(digits) / 2 - 1) AS i
$function$;

CREATE FUNCTION outbox_vault_parties(vault uuid) RETURNS jsonb LANGUAGE sql STABLE AS $function$
SELECT coalesce(jsonb_agg(jsonb_build_object('role', role, 'address', address, 'hash', hash) ORDER BY role, position), '[]')
FROM vault_members WHERE vault_id = vault AND role IN ('creator', 'signer')
$function$;
${chain}${proposals}${airdrops}`);
