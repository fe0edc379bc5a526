import { sql } from 'kysely';
import type { World } from '../world.js';
import { byStatement, type Plant } from './plant.js';

const SUBSCRIPTION = ({ mail }: World) => sql`id = ${mail.active}`;

/** Messages by e-mail that are not made or not sent. */
export const mails: readonly Plant[] = [
  { fault: 'wrong-mail-position', plant: byStatement(() => sql`UPDATE mail_progress SET read_through = 1000000000`) },
  {
    fault: 'wrong-mail-position',
    plant: byStatement(
      (world) => sql`UPDATE mail_subscriptions SET after_event = 1000000000 WHERE ${SUBSCRIPTION(world)}`,
    ),
  },
  {
    fault: 'stuck-notice',
    plant: byStatement((world) => sql`UPDATE mail_subscriptions SET next_mail_at = NULL WHERE ${SUBSCRIPTION(world)}`),
  },
  {
    fault: 'stuck-notice',
    plant: byStatement(
      (world) => sql`UPDATE mail_subscriptions SET next_mail_at = next_mail_at + 1000000 WHERE ${SUBSCRIPTION(world)}`,
    ),
  },
  {
    fault: 'stuck-mail',
    plant: byStatement(() => sql`UPDATE mail_messages SET next_attempt_at = next_attempt_at + 1000000`),
  },
  {
    fault: 'missing-confirmation',
    plant: byStatement(({ mail }) => sql`DELETE FROM mail_messages WHERE subscription_id = ${mail.asked}`),
  },
  {
    fault: 'unread-dates',
    plant: byStatement((world) => sql`UPDATE mail_subscriptions SET next_check_at = NULL WHERE ${SUBSCRIPTION(world)}`),
  },
];
