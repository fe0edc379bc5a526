import { sql } from 'kysely';

/**
 * The states of fundings and plans, which follow their streams: a funding is ACTIVE while a stream of it has a funding transaction, and
 * a plan once a funding of it is, whichever replica records or takes back what.
 */
export const planStatus = sql`
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
      updated_at = (floor(extract(epoch FROM now()))::bigint)
    WHERE id = changed;
    UPDATE plans SET
      status = CASE WHEN EXISTS (SELECT FROM plan_fundings WHERE plan_id = plan AND status = 'ACTIVE') THEN 'ACTIVE' ELSE
        'PENDING' END,
      updated_at = (floor(extract(epoch FROM now()))::bigint)
    WHERE id = plan;
END
$function$;

CREATE FUNCTION follow_plan_funding() RETURNS trigger LANGUAGE plpgsql AS $function$
DECLARE
  changed uuid;
BEGIN
  FOR changed IN SELECT DISTINCT added.plan_funding_id FROM removed JOIN added USING (id) WHERE added.plan_funding_id IS NOT
    NULL AND removed.funding_tx_hash IS DISTINCT FROM added.funding_tx_hash ORDER BY 1
  LOOP
    PERFORM settle_plan_funding(changed);
  END LOOP;
  RETURN NULL;
END
$function$;
CREATE TRIGGER streams_fund_plan AFTER UPDATE ON streams
  REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION follow_plan_funding();

-- The streams of a list are stored ACTIVE in one statement.
CREATE FUNCTION follow_opened_funding() RETURNS trigger LANGUAGE plpgsql AS $function$
DECLARE
  changed uuid;
BEGIN
  FOR changed IN SELECT DISTINCT added.plan_funding_id FROM added WHERE added.plan_funding_id IS NOT NULL AND
    added.funding_tx_hash IS NOT NULL ORDER BY 1
  LOOP
    PERFORM settle_plan_funding(changed);
  END LOOP;
  RETURN NULL;
END
$function$;
CREATE TRIGGER streams_open_plan AFTER INSERT ON streams
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION follow_opened_funding();

CREATE FUNCTION leave_plan_funding() RETURNS trigger LANGUAGE plpgsql AS $function$
BEGIN
  DELETE FROM plan_fundings AS left_over USING removed
  WHERE left_over.id = removed.plan_funding_id
    AND NOT EXISTS (SELECT FROM streams WHERE plan_funding_id = left_over.id);
  RETURN NULL;
END
$function$;
CREATE TRIGGER streams_leave_plan AFTER DELETE ON streams
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION leave_plan_funding();
`;
