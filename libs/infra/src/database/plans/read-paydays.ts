import { sql } from 'kysely';
import type { Database } from '../create-database.js';

/** What falls due, or was paid, of one plan at one time. Base units, Unix seconds. */
export interface PaydayRecord {
  /** When the periods fall due; of what was paid, the start of the UTC day. */
  readonly at: number;
  readonly amount: bigint;
  /** How many people it goes to, or went to. */
  readonly recipients: number;
}

/** The paydays of a plan of salaries. */
export interface PlanPaydays {
  /** Periods that are funded and not paid, the soonest first: those that are due already, too. */
  readonly paydays: readonly PaydayRecord[];
  /** Payments by day, the latest first. */
  readonly paid: readonly PaydayRecord[];
}

const SECONDS_OF_DAY = 86_400;

/**
 * Reads the paydays of a plan: what is to be paid, and what was.
 *
 * @param limit of dates in each list
 */
export const readPaydays = async (db: Database, planId: string, limit: number): Promise<PlanPaydays> => {
  const paydays = await sql<PaydayRecord>`
    SELECT next_due + period * interval_seconds AS at, sum(amount_per_period) AS amount, count(*)::integer AS recipients
    FROM streams CROSS JOIN LATERAL generate_series(0, periods - periods_paid - 1) AS period
    WHERE plan_id = ${planId} AND product = 'payment' AND status = 'ACTIVE'
    GROUP BY at ORDER BY at LIMIT ${limit}`.execute(db);
  const paid = await sql<PaydayRecord>`
    SELECT claimed_at - claimed_at % ${sql.lit(SECONDS_OF_DAY)} AS at, sum(amount) AS amount,
      count(DISTINCT claims.stream_id)::integer AS recipients
    FROM stream_claims AS claims JOIN streams ON streams.id = claims.stream_id
    WHERE plan_id = ${planId}
    GROUP BY at ORDER BY at DESC LIMIT ${limit}`.execute(db);
  return { paydays: paydays.rows, paid: paid.rows };
};
