import { sql } from 'kysely';
import { MAX_ADDRESSES } from '@weir/kinds';

/** What replicas share of their callers and of each other, and belongs to no record. */
export const platform = sql`
-- Sign-ins that wait for a signature. Taken by one statement, so that each is used once.
CREATE TABLE auth_nonces (
  id uuid PRIMARY KEY,
  addresses text[] NOT NULL CHECK (cardinality(addresses) BETWEEN 1 AND ${sql.lit(MAX_ADDRESSES)}),
  nonce text NOT NULL CHECK (nonce ~ '^[0-9a-f]{32}$'),
  expires_at bigint NOT NULL
);
COMMENT ON TABLE auth_nonces IS 'Sign-ins that wait for a signature. The first attempt to sign in with one removes it, successful or not.';
COMMENT ON COLUMN auth_nonces.addresses IS 'Canonical cash addresses, at least one.';
CREATE INDEX auth_nonces_by_expiry ON auth_nonces (expires_at);

-- Secrets that all replicas sign with where the settings name none.
CREATE TABLE service_secrets (
  name text PRIMARY KEY CHECK (name ~ '^[a-z-]{1,32}$'),
  value text NOT NULL CHECK (length(value) >= 32)
);
COMMENT ON TABLE service_secrets IS 'Secrets that the replicas generated and share, by name.';

-- Requests of the running minute. A crash may lose them, so they cost no write-ahead log; room on each page and no second index
-- let an update stay where it is.
CREATE UNLOGGED TABLE rate_limits (
  key text PRIMARY KEY,
  window_end bigint NOT NULL,
  hits integer NOT NULL CHECK (hits > 0)
) WITH (fillfactor = 50);

-- Keys by which a repeated creation is recognised. A row without an answer belongs to a request that is at work until
-- running_until, which it extends while it lives; with one the record exists: both are stored in one transaction.
CREATE TABLE idempotency_keys (
  scope text NOT NULL,
  key text NOT NULL,
  token uuid NOT NULL,
  running_until timestamp with time zone NOT NULL,
  fingerprint text,
  answer text,
  created_by text,
  created_from text,
  expires_at bigint NOT NULL,
  PRIMARY KEY (scope, key),
  CONSTRAINT idempotency_keys_answered CHECK (num_nonnulls(fingerprint, answer) IN (0, 2))
);
COMMENT ON TABLE idempotency_keys IS 'Keys of creations: who holds one, and the answer of its creation.';
COMMENT ON COLUMN idempotency_keys.scope IS 'Whose key it is.';
COMMENT ON COLUMN idempotency_keys.token IS 'Identifies the request that holds it, so that one whose lease expired can no longer answer.';
COMMENT ON COLUMN idempotency_keys.fingerprint IS 'Of what the creation was asked for; with the answer, or not at all.';
COMMENT ON COLUMN idempotency_keys.answer IS 'JSON.';
COMMENT ON COLUMN idempotency_keys.expires_at IS 'Unix seconds by the database''s clock.';
CREATE INDEX idempotency_keys_created_by ON idempotency_keys (created_by, expires_at) WHERE created_by IS NOT NULL;
CREATE INDEX idempotency_keys_created_from ON idempotency_keys (created_from, expires_at) WHERE created_from IS NOT NULL;
CREATE INDEX idempotency_keys_expires_at ON idempotency_keys (expires_at);

-- Transactions that a replica has sent or verified, which servers may not show yet: a minute of them. A crash may lose them.
CREATE UNLOGGED TABLE noted_transactions (
  txid text PRIMARY KEY CHECK (txid ~ '^[0-9a-f]{64}$'),
  keys text[] NOT NULL,
  noted_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE INDEX noted_transactions_by_time ON noted_transactions (noted_at);
CREATE INDEX noted_transactions_keys ON noted_transactions USING gin (keys);

-- A name for each timeline of the server. Postgres begins one when a standby becomes the primary or a backup is restored; a
-- standby that shows the name of the primary’s present timeline follows it.
CREATE TABLE server_timelines (
  number bigint PRIMARY KEY,
  id uuid DEFAULT gen_random_uuid() NOT NULL UNIQUE
);
`;
