import { sql } from 'kysely';
import type { World } from '../world.js';
import { byStatement, type InjectedFault } from './inject.js';

const SUBSCRIPTION = ({ mail }: World) => sql`id = ${mail.active}`;

/** Messages by e-mail that are not made or not sent. */
export const mails: readonly InjectedFault[] = [
  { fault: 'wrong-mail-position', inject: byStatement(() => sql`UPDATE mail_progress SET read_through = 1000000000`) },
  {
    fault: 'wrong-mail-position',
    inject: byStatement(
      (world) => sql`UPDATE mail_subscriptions SET after_event = 1000000000 WHERE ${SUBSCRIPTION(world)}`,
    ),
  },
  {
    fault: 'stuck-notice',
    inject: byStatement((world) => sql`UPDATE mail_subscriptions SET next_mail_at = NULL WHERE ${SUBSCRIPTION(world)}`),
  },
  {
    fault: 'stuck-notice',
    inject: byStatement(
      (world) => sql`UPDATE mail_subscriptions SET next_mail_at = next_mail_at + 1000000 WHERE ${SUBSCRIPTION(world)}`,
    ),
  },
  {
    fault: 'stuck-mail',
    inject: byStatement(() => sql`UPDATE mail_messages SET next_attempt_at = next_attempt_at + 1000000`),
  },
  {
    fault: 'missing-confirmation',
    inject: byStatement(({ mail }) => sql`DELETE FROM mail_messages WHERE subscription_id = ${mail.asked}`),
  },
  {
    fault: 'unread-dates',
    inject: byStatement(
      (world) => sql`UPDATE mail_subscriptions SET next_check_at = NULL WHERE ${SUBSCRIPTION(world)}`,
    ),
  },
];
