import { sql } from 'kysely';
import { NOW } from '../../sql/statements.js';

/**
 * Webhooks and their deliveries. Of those that wait for one record of one webhook only the first has a time to be sent at: the next gets its own
 * once that one is through, so that the events of a record arrive in order.
 */
export const webhooks = sql`
CREATE TABLE webhooks (
  id uuid PRIMARY KEY,
  owner text NOT NULL,
  owner_hash text NOT NULL,
  url text NOT NULL,
  description text,
  address text,
  record_id uuid,
  products text,
  kinds text,
  secret text NOT NULL,
  previous_secret text,
  previous_until bigint,
  status text DEFAULT 'active' NOT NULL CHECK (status IN ('active', 'disabled')),
  disabled_reason text,
  disabled_at bigint,
  failures integer DEFAULT 0 NOT NULL CHECK (failures >= 0),
  failing_since bigint,
  resume_at bigint DEFAULT 0 NOT NULL,
  after_event bigint NOT NULL,
  party_hash text,
  -- For the quota of a network.
  created_from text,
  created_at bigint DEFAULT ${NOW} NOT NULL,
  updated_at bigint DEFAULT ${NOW} NOT NULL,
  CONSTRAINT webhooks_disabled_whole CHECK (num_nonnulls(disabled_reason, disabled_at) = CASE status WHEN 'disabled' THEN 2
    ELSE 0 END),
  CONSTRAINT webhooks_previous_whole CHECK (num_nonnulls(previous_secret, previous_until) IN (0, 2))
);
COMMENT ON TABLE webhooks IS 'Where events are sent to, and which.';
COMMENT ON COLUMN webhooks.owner IS 'Cash address of the proven caller who registered it.';
COMMENT ON COLUMN webhooks.owner_hash IS 'What the owner is compared by.';
COMMENT ON COLUMN webhooks.created_from IS 'The network it was registered from, as a digest.';
COMMENT ON COLUMN webhooks.party_hash IS 'What parties of events are compared with the address by.';
COMMENT ON COLUMN webhooks.products IS 'Words separated by commas.';
COMMENT ON COLUMN webhooks.previous_secret IS 'Signs as well for a while after a rotation.';
COMMENT ON COLUMN webhooks.failures IS 'In a row.';
COMMENT ON COLUMN webhooks.resume_at IS 'Nothing is sent before.';
COMMENT ON COLUMN webhooks.after_event IS 'Only events after this position.';
CREATE INDEX webhooks_by_network ON webhooks (created_from) WHERE created_from IS NOT NULL;
-- What webhooks are found by where an event happened.
CREATE INDEX webhooks_of_record ON webhooks (record_id) WHERE status = 'active' AND record_id IS NOT NULL;
CREATE INDEX webhooks_of_party ON webhooks (party_hash) WHERE status = 'active' AND record_id IS NULL AND party_hash IS NOT
  NULL;
CREATE INDEX webhooks_of_all ON webhooks (id) WHERE status = 'active' AND record_id IS NULL AND party_hash IS NULL;
CREATE INDEX webhooks_by_owner ON webhooks (owner_hash, created_at, id);

-- What is sent, once for all webhooks that it goes to.
CREATE TABLE webhook_messages (
  message_id text PRIMARY KEY,
  type text NOT NULL,
  body text NOT NULL,
  created_at bigint DEFAULT ${NOW} NOT NULL
);
COMMENT ON TABLE webhook_messages IS 'What is sent, once for all webhooks that it goes to.';
COMMENT ON COLUMN webhook_messages.message_id IS 'The same in every attempt.';
CREATE INDEX webhook_messages_by_time ON webhook_messages (created_at);

CREATE TABLE webhook_deliveries (
  id uuid PRIMARY KEY,
  sequence bigint GENERATED ALWAYS AS IDENTITY,
  webhook_id uuid NOT NULL REFERENCES webhooks (id) ON DELETE CASCADE,
  event_id bigint,
  message_id text NOT NULL REFERENCES webhook_messages (message_id),
  record_id uuid,
  status text DEFAULT 'pending' NOT NULL CHECK (status IN ('pending', 'delivered', 'failed')),
  attempts integer DEFAULT 0 NOT NULL CHECK (attempts >= 0),
  first_attempt_at bigint,
  last_attempt_at bigint,
  next_attempt_at bigint,
  response_status integer,
  error text,
  created_at bigint DEFAULT ${NOW} NOT NULL,
  CONSTRAINT webhook_deliveries_settled CHECK (status = 'pending' OR (next_attempt_at IS NULL)),
  CONSTRAINT webhook_deliveries_webhook_id_event_id_key UNIQUE (webhook_id, event_id)
) WITH (fillfactor = 80);
COMMENT ON TABLE webhook_deliveries IS 'One event for one webhook.';
COMMENT ON COLUMN webhook_deliveries.event_id IS 'Null for a test.';
COMMENT ON COLUMN webhook_deliveries.next_attempt_at IS 'Null where an earlier one of its record waits, and of what is settled.';
CREATE INDEX webhook_deliveries_by_time ON webhook_deliveries (created_at);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (webhook_id, next_attempt_at) WHERE next_attempt_at IS NOT NULL;
CREATE INDEX webhook_deliveries_of_message ON webhook_deliveries (message_id);
CREATE INDEX webhook_deliveries_in_order ON webhook_deliveries (webhook_id, sequence);
CREATE INDEX webhook_deliveries_waiting ON webhook_deliveries (webhook_id, record_id, sequence) WHERE status = 'pending';

-- Up to which published event deliveries exist.
CREATE TABLE webhook_progress (
  is_only boolean DEFAULT true PRIMARY KEY CHECK (is_only),
  dispatched_through bigint NOT NULL
);
COMMENT ON TABLE webhook_progress IS 'One row: up to which event there are deliveries.';

INSERT INTO webhook_progress (dispatched_through) VALUES (0);
`;
