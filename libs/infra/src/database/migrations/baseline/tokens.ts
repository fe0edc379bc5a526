import { sql } from 'kysely';
import { MAX_TOKEN_DECIMALS } from '@weir/kinds';
import { NOW } from '../../sql/statements.js';

/** What registries say of tokens: a cache, any row of which may be dropped and is looked up again when its category is named. */
export const tokens = sql`
-- queued_at is set while a look-up is asked for, from due_at on.
CREATE TABLE tokens (
  category text PRIMARY KEY CHECK (category ~ '^[0-9a-f]{64}$'),
  queued_at bigint,
  due_at bigint,
  asked_by text,
  asked_at bigint DEFAULT ${NOW} NOT NULL,
  standing text DEFAULT 'unknown' NOT NULL CHECK (standing IN ('unknown', 'absent', 'unnamed', 'unreadable', 'named')),
  authhead text,
  authchain_length integer DEFAULT 0 NOT NULL CHECK (authchain_length >= 0),
  genesis_supply numeric(20,0),
  published_in text,
  registry_hash text,
  registry_uris text[],
  shown_hash text,
  shown_until bigint,
  symbol text,
  name text,
  decimals smallint CHECK (decimals BETWEEN 0 AND ${sql.lit(MAX_TOKEN_DECIMALS)}),
  description text,
  icon text,
  checked_at bigint,
  fresh_until bigint,
  failures integer DEFAULT 0 NOT NULL CHECK (failures >= 0),
  CONSTRAINT tokens_named_shown CHECK (standing <> 'named' OR (shown_hash IS NOT NULL)),
  CONSTRAINT tokens_queued_whole CHECK (num_nonnulls(queued_at, due_at) IN (0, 2))
) WITH (fillfactor = 80);
COMMENT ON TABLE tokens IS 'What the registries of tokens say, as last read.';
COMMENT ON COLUMN tokens.queued_at IS 'Since when a look-up is asked for; null while none is.';
COMMENT ON COLUMN tokens.due_at IS 'When it may be looked at.';
COMMENT ON COLUMN tokens.asked_by IS 'The network that asked.';
COMMENT ON COLUMN tokens.authhead IS 'The last transaction of the authchain that is known, and how many come before it.';
COMMENT ON COLUMN tokens.genesis_supply IS 'Base units that its genesis made; null before the genesis is read.';
COMMENT ON COLUMN tokens.published_in IS 'The last transaction of the authchain that published a registry, with what it says of it.';
COMMENT ON COLUMN tokens.registry_hash IS 'SHA-256, hex; null where the publication does not say.';
COMMENT ON COLUMN tokens.shown_hash IS 'Of the registry that the texts are from.';
COMMENT ON COLUMN tokens.shown_until IS 'When another part of that registry takes effect.';
COMMENT ON COLUMN tokens.fresh_until IS 'Until when nobody has to look it up again.';
COMMENT ON COLUMN tokens.failures IS 'Looks in a row that found nothing out.';
CREATE INDEX tokens_by_asking ON tokens (asked_at);
CREATE INDEX tokens_queued ON tokens (asked_by, due_at) WHERE queued_at IS NOT NULL;
`;
