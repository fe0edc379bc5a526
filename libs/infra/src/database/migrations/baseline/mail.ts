import { sql } from 'kysely';
import { NOTIFICATION_CHANNELS, SUBSCRIPTION_STATUSES } from '@weir/kinds';
import { NOW } from '../../sql/statements.js';
import { wordsInSql } from '../../sql/words-in-sql.js';

/**
 * Messages to people by e-mail. A notice is one thing that a subscriber is notified of, and is made once by its subject; a message is a mail
 * that takes all notices that wait.
 */
export const mail = sql`
CREATE TABLE mail_subscriptions (
  id uuid PRIMARY KEY,
  party_hash text NOT NULL,
  -- How messages reach the subscriber.
  channel text DEFAULT 'email' NOT NULL CHECK (channel IN ${wordsInSql(NOTIFICATION_CHANNELS)}),
  address text NOT NULL,
  -- Where the channel sends them: encrypted by a key that the database does not hold.
  mailbox text NOT NULL,
  kinds text[] NOT NULL,
  time_zone text NOT NULL,
  -- Hours of the day in that zone.
  quiet_from smallint CHECK (quiet_from BETWEEN 0 AND 23),
  quiet_until smallint CHECK (quiet_until BETWEEN 0 AND 23),
  status text DEFAULT 'unconfirmed' NOT NULL CHECK (status IN ${wordsInSql(SUBSCRIPTION_STATUSES)}),
  confirm_by bigint NOT NULL,
  after_event bigint DEFAULT 0 NOT NULL,
  -- By the chain's time. Null: nothing to check until something happens to a record.
  checked_through bigint,
  next_check_at bigint,
  -- Counts what made another look necessary: what comes while its dates are read is not lost.
  looks_asked integer DEFAULT 0 NOT NULL,
  -- Null while no notice waits.
  next_mail_at bigint,
  day_began_at bigint DEFAULT 0 NOT NULL,
  mails_of_day integer DEFAULT 0 NOT NULL,
  last_mail_at bigint DEFAULT 0 NOT NULL,
  created_at bigint DEFAULT ${NOW} NOT NULL,
  CONSTRAINT mail_subscriptions_once UNIQUE (party_hash, channel),
  CONSTRAINT mail_subscriptions_quiet_whole CHECK (num_nonnulls(quiet_from, quiet_until) IN (0, 2))
);
CREATE INDEX mail_subscriptions_unconfirmed ON mail_subscriptions (confirm_by) WHERE status = 'unconfirmed';
CREATE INDEX mail_subscriptions_to_check ON mail_subscriptions (next_check_at) WHERE next_check_at IS NOT NULL;
CREATE INDEX mail_subscriptions_to_mail ON mail_subscriptions (next_mail_at) WHERE next_mail_at IS NOT NULL;

-- Confirmations that were asked for, for the quotas of callers, networks and mailboxes. Of a mailbox only a keyed digest is kept.
CREATE TABLE mail_requests (
  mailbox_digest text NOT NULL,
  created_by text,
  created_from text,
  expires_at bigint NOT NULL
);
CREATE INDEX mail_requests_by_mailbox ON mail_requests (mailbox_digest, expires_at);
CREATE INDEX mail_requests_created_by ON mail_requests (created_by, expires_at) WHERE created_by IS NOT NULL;
CREATE INDEX mail_requests_created_from ON mail_requests (created_from, expires_at) WHERE created_from IS NOT NULL;
CREATE INDEX mail_requests_expires_at ON mail_requests (expires_at);

CREATE TABLE mail_messages (
  id uuid PRIMARY KEY,
  subscription_id uuid NOT NULL REFERENCES mail_subscriptions (id) ON DELETE CASCADE,
  is_confirmation boolean NOT NULL,
  attempts integer DEFAULT 0 NOT NULL CHECK (attempts >= 0),
  -- While it is being sent: when another attempt may begin. Null once it is settled.
  next_attempt_at bigint,
  outcome text CHECK (outcome IN ('accepted', 'refused', 'failed')),
  reason text,
  created_at bigint DEFAULT ${NOW} NOT NULL,
  CONSTRAINT mail_messages_settled CHECK ((outcome IS NULL) = (next_attempt_at IS NOT NULL))
);
CREATE INDEX mail_messages_due ON mail_messages (next_attempt_at) WHERE next_attempt_at IS NOT NULL;
CREATE INDEX mail_messages_of_subscription ON mail_messages (subscription_id);
CREATE INDEX mail_messages_by_time ON mail_messages (created_at);

CREATE TABLE mail_notices (
  subscription_id uuid NOT NULL REFERENCES mail_subscriptions (id) ON DELETE CASCADE,
  -- What it is about: a subscriber is notified of each once.
  subject text NOT NULL,
  sequence bigint GENERATED ALWAYS AS IDENTITY,
  content jsonb NOT NULL,
  message_id uuid REFERENCES mail_messages (id) ON DELETE CASCADE,
  created_at bigint DEFAULT ${NOW} NOT NULL,
  PRIMARY KEY (subscription_id, subject)
);
CREATE INDEX mail_notices_of_message ON mail_notices (message_id, sequence) WHERE message_id IS NOT NULL;
CREATE INDEX mail_notices_waiting ON mail_notices (subscription_id) WHERE message_id IS NULL;

-- Up to which published event notices exist.
CREATE TABLE mail_progress (
  is_only boolean DEFAULT true PRIMARY KEY CHECK (is_only),
  read_through bigint NOT NULL
);

INSERT INTO mail_progress (read_through) VALUES (0);
`;
