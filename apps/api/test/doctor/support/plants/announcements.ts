import { sql } from 'kysely';
import { byStatement, type Plant } from './plant.js';

/** Bytes of no plan, and the announcement of another one; with the group that neither has. */
export const announcements: readonly Plant[] = [
  {
    fault: 'wrong-announcement',
    plant: byStatement(({ stream }) => sql`UPDATE streams SET plan_announcement = '6a00' WHERE id = ${stream.id}`),
  },
  {
    fault: 'wrong-announcement',
    plant: byStatement(
      ({ stream, payment }) => sql`
      UPDATE streams SET plan_announcement = other.plan_announcement FROM streams AS other
      WHERE streams.id = ${stream.id} AND other.id = ${payment.id}`,
    ),
  },
  {
    fault: 'wrong-announcement',
    plant: byStatement(
      ({ stream, cancelled }) => sql`
      UPDATE streams SET plan_announcement = other.plan_announcement FROM streams AS other
      WHERE streams.id = ${stream.id} AND other.id = ${cancelled.id}`,
    ),
  },
  {
    fault: 'wrong-announcement',
    plant: byStatement(({ plan }) => sql`UPDATE streams SET plan_group = plan_group + 9 WHERE plan_id = ${plan.id}`),
  },
];
