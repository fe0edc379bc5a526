import { type DataCheck, LAST_POSITION } from './data-check.js';

/** Beyond any time for which notices wait: quiet hours of a day. Seconds. */
const WAITS_AT_MOST = 172_800;
/** Beyond the pause before any further attempt, an hour. Seconds. */
const PAUSES_AT_MOST = 7_200;

const NOW = `extract(epoch FROM now())::bigint`;

const HAS_STUCK_NOTICE = `subscription.status = 'active'
  AND (next_mail_at IS NULL OR next_mail_at > ${NOW} + ${WAITS_AT_MOST})
  AND EXISTS (SELECT FROM mail_notices WHERE subscription_id = subscription.id AND message_id IS NULL)`;
const IS_STUCK_MAIL = `next_attempt_at > ${NOW} + ${PAUSES_AT_MOST}`;
const IS_NOT_ASKED = `status = 'unconfirmed' AND confirm_by > ${NOW}
  AND NOT EXISTS (SELECT FROM mail_messages WHERE subscription_id = subscription.id AND is_confirmation)`;
const IS_NOT_READ = `status = 'active' AND checked_through IS NULL AND next_check_at IS NULL`;

/** Selects subscriptions: by their ids, as their addresses are nobody else's business. */
const subscriptions = (says: string, condition: string): string =>
  `SELECT subscription.id::text, 'e-mail subscription ' || subscription.id AS name, ${says} AS says
    FROM mail_subscriptions AS subscription WHERE ${condition}`;

/** Checks of messages by e-mail. */
export const mailChecks: readonly DataCheck[] = [
  {
    fault: 'wrong-mail-position',
    type: 'service',
    find: `SELECT 'mail_progress' AS id, 'e-mails' AS name, 'notices are said to exist up to ' || read_through ||
        ', and the last event is ' || (${LAST_POSITION}) AS says FROM mail_progress WHERE read_through > (${LAST_POSITION})
      UNION ALL ${subscriptions(
        `'only events after ' || after_event || ' are reported, but the last event is ' || (${LAST_POSITION})`,
        `after_event > (${LAST_POSITION})`,
      )}`,
    repair: [
      `UPDATE mail_progress SET read_through = (${LAST_POSITION}) WHERE read_through > (${LAST_POSITION})`,
      `UPDATE mail_subscriptions SET after_event = (${LAST_POSITION}) WHERE after_event > (${LAST_POSITION})`,
    ],
  },
  {
    fault: 'stuck-notice',
    type: 'service',
    find: subscriptions(`'notices wait, and no mail is scheduled for them'`, HAS_STUCK_NOTICE),
    repair: [`UPDATE mail_subscriptions AS subscription SET next_mail_at = ${NOW} WHERE ${HAS_STUCK_NOTICE}`],
  },
  {
    fault: 'stuck-mail',
    type: 'service',
    find: `SELECT id::text, 'e-mail ' || id AS name, 'it is to be tried again at ' || to_timestamp(next_attempt_at) AS says
      FROM mail_messages WHERE ${IS_STUCK_MAIL}`,
    repair: [`UPDATE mail_messages SET next_attempt_at = ${NOW} WHERE ${IS_STUCK_MAIL}`],
  },
  {
    fault: 'missing-confirmation',
    type: 'service',
    find: subscriptions(`'it waits for its confirmation, but no mail asks for it'`, IS_NOT_ASKED),
    repair: [
      `INSERT INTO mail_messages (id, subscription_id, is_confirmation, next_attempt_at)
        SELECT gen_random_uuid(), id, true, ${NOW} FROM mail_subscriptions AS subscription WHERE ${IS_NOT_ASKED}`,
    ],
  },
  {
    fault: 'unread-dates',
    type: 'service',
    find: subscriptions(`'its dates have never been read, and no reading is scheduled'`, IS_NOT_READ),
    repair: [`UPDATE mail_subscriptions SET next_check_at = 0, looks_asked = looks_asked + 1 WHERE ${IS_NOT_READ}`],
  },
];
