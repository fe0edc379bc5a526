import { sql } from 'kysely';
import type { Database } from '../create-database.js';

/** What falls due, or was paid, of one plan at one time. Base units, Unix seconds. */
export interface PaydayRecord {
  /** When the periods fall due, or locks unlock; of what was paid, the start of the UTC day. */
  readonly at: number;
  readonly amount: bigint;
  /** How many people it goes to, or went to. */
  readonly recipients: number;
}

/** The paydays of a plan of salaries or locks. */
export interface PlanPaydays {
  /** Periods, or steps of locks, that are funded and not paid, the soonest first: those that are due already, too. */
  readonly paydays: readonly PaydayRecord[];
  /** Payments by day, the latest first. */
  readonly paid: readonly PaydayRecord[];
}

const SECONDS_OF_DAY = 86_400;

/** The periods of salaries. */
const salaries = (planId: string) => sql`
  SELECT COALESCE(next_due + period * interval_seconds,
    payday_after(next_due, period, calendar_months, calendar_day, calendar_second_day, calendar_time, calendar_offset)) AS at,
    amount_per_period AS amount
  FROM streams CROSS JOIN LATERAL generate_series(0, periods - periods_paid - 1) AS period
  WHERE plan_id = ${planId} AND product = 'payment' AND status = 'ACTIVE'`;

/**
 * The steps of a plan's `locks`, of each no more than the dates that are wanted: a step may last a second. What unlocks by the second
 * counts at the cliff and, the rest of it, at the end.
 */
const unlocks = (limit: number) => sql`
  SELECT GREATEST(cliff, start_time + count * step) AS at,
    div(total * count, steps) - CASE count WHEN first THEN withdrawn ELSE div(total * (count - 1), steps) END AS amount
  FROM locks CROSS JOIN LATERAL (
      SELECT GREATEST(1, (cliff - start_time) / step, ceil((withdrawn + 1) * steps / total))::bigint AS first
    ) AS unpaid CROSS JOIN LATERAL generate_series(first, LEAST(steps, first + ${limit}::bigint - 1)) AS count
  WHERE step IS NOT NULL
  UNION ALL
  SELECT cliff, at_cliff - withdrawn FROM locks WHERE step IS NULL
  UNION ALL
  SELECT end_time, total - GREATEST(withdrawn, at_cliff) FROM locks WHERE step IS NULL`;

/**
 * Reads the paydays of a plan: what is to be paid, and what was.
 *
 * @param limit of dates in each list
 */
export const readPaydays = async (db: Database, planId: string, limit: number): Promise<PlanPaydays> => {
  const paydays = await sql<PaydayRecord>`
    WITH locks AS (
      SELECT start_time, end_time, COALESCE(cliff_timestamp, start_time) AS cliff, interval_seconds AS step,
        (end_time - start_time) / COALESCE(interval_seconds, 1) AS steps, total_amount AS total, withdrawn_amount AS withdrawn,
        div(total_amount * (COALESCE(cliff_timestamp, start_time) - start_time), end_time - start_time) AS at_cliff
      FROM streams WHERE plan_id = ${planId} AND contract = 'LOCK' AND status = 'ACTIVE'
    ), due AS (${salaries(planId)} UNION ALL ${unlocks(limit)})
    SELECT at, sum(amount) AS amount, count(*)::integer AS recipients
    FROM due WHERE amount > 0
    GROUP BY at ORDER BY at LIMIT ${limit}`.execute(db);
  const paid = await sql<PaydayRecord>`
    SELECT claimed_at - claimed_at % ${sql.lit(SECONDS_OF_DAY)} AS at, sum(amount) AS amount,
      count(DISTINCT claims.stream_id)::integer AS recipients
    FROM stream_claims AS claims JOIN streams ON streams.id = claims.stream_id
    WHERE plan_id = ${planId}
    GROUP BY at ORDER BY at DESC LIMIT ${limit}`.execute(db);
  return { paydays: paydays.rows, paid: paid.rows };
};
