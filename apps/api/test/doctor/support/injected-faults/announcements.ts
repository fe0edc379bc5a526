import { sql } from 'kysely';
import { byStatement, type InjectedFault } from './inject.js';

/** Bytes of no plan, and the announcement of another one; with the group that neither has. */
export const announcements: readonly InjectedFault[] = [
  {
    fault: 'wrong-announcement',
    inject: byStatement(({ stream }) => sql`UPDATE streams SET plan_announcement = '6a00' WHERE id = ${stream.id}`),
  },
  {
    fault: 'wrong-announcement',
    inject: byStatement(
      ({ stream, payment }) => sql`
      UPDATE streams SET plan_announcement = other.plan_announcement FROM streams AS other
      WHERE streams.id = ${stream.id} AND other.id = ${payment.id}`,
    ),
  },
  {
    fault: 'wrong-announcement',
    inject: byStatement(
      ({ stream, cancelled }) => sql`
      UPDATE streams SET plan_announcement = other.plan_announcement FROM streams AS other
      WHERE streams.id = ${stream.id} AND other.id = ${cancelled.id}`,
    ),
  },
  {
    fault: 'wrong-announcement',
    inject: byStatement(({ plan }) => sql`UPDATE streams SET plan_group = plan_group + 9 WHERE plan_id = ${plan.id}`),
  },
];
