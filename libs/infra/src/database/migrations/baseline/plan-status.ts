import { sql, type RawBuilder } from 'kysely';
import { BEGIN, END, triggersOf } from './triggers.js';

const NOW = '(floor(extract(epoch FROM now()))::bigint)';

/** Returns the trigger that settles the fundings of changed streams, in one order. @param changed selects them, by \`plan_funding_id\` */
const settleFundings = (name: string, event: 'INSERT' | 'UPDATE', changed: string): string => `
CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $function$
  DECLARE changed uuid;
  BEGIN
    FOR changed IN SELECT DISTINCT added.plan_funding_id FROM ${changed} ORDER BY 1 LOOP PERFORM settle_plan_funding(changed); END LOOP;
${END}
${triggersOf(name, 'streams', event)}`;

/**
 * The states of fundings and plans, which follow their streams: a funding is ACTIVE while a stream of it has a funding transaction, and
 * a plan once a funding of it is, no matter which replica records or takes back what.
 */
export const planStatus: RawBuilder<unknown> = sql.raw(`
CREATE FUNCTION settle_plan_funding(changed uuid) RETURNS void LANGUAGE plpgsql AS $function$
DECLARE
  plan uuid;
BEGIN
    -- Siblings that are taken back at the same moment see each other's work only behind this lock.
    SELECT plan_id INTO plan FROM plan_fundings WHERE id = changed FOR UPDATE;
    UPDATE plan_fundings SET
      (status, funding_tx_hash, category) = (
        SELECT coalesce(max('ACTIVE'), 'PENDING'), max(funded.funding_tx_hash), max(coalesce(funded.state_category,
          plan_fundings.category))
        FROM (
          SELECT funding_tx_hash, state_category FROM streams
          WHERE plan_funding_id = changed AND funding_tx_hash IS NOT NULL ORDER BY plan_index LIMIT 1
        ) AS funded),
      updated_at = ${NOW}
    WHERE id = changed;
    UPDATE plans SET
      status = CASE WHEN EXISTS (SELECT FROM plan_fundings WHERE plan_id = plan AND status = 'ACTIVE') THEN 'ACTIVE' ELSE
        'PENDING' END,
      updated_at = ${NOW}
    WHERE id = plan;
END
$function$;
${settleFundings(
  'streams_fund_plan',
  'UPDATE',
  `removed JOIN added USING (id)
    WHERE added.plan_funding_id IS NOT NULL AND removed.funding_tx_hash IS DISTINCT FROM added.funding_tx_hash`,
)}
-- The streams of a list are stored ACTIVE in one statement.
${settleFundings(
  'streams_open_plan',
  'INSERT',
  'added WHERE added.plan_funding_id IS NOT NULL AND added.funding_tx_hash IS NOT NULL',
)}

CREATE FUNCTION streams_leave_plan() ${BEGIN}
  DELETE FROM plan_fundings AS left_over USING removed
  WHERE left_over.id = removed.plan_funding_id AND NOT EXISTS (SELECT FROM streams WHERE plan_funding_id = left_over.id);
${END}
${triggersOf('streams_leave_plan', 'streams', 'DELETE')}`);
