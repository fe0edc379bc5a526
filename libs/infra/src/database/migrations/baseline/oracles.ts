import { sql } from 'kysely';

/** What oracles signed: prices of payments in a currency follow from it for ever. */
export const oracles = sql`
CREATE TABLE oracle_messages (
  public_key bytea NOT NULL CHECK (length(public_key) = 33),
  price_number bigint NOT NULL CHECK (price_number > 0),
  message bytea NOT NULL CHECK (length(message) = 16),
  signature bytea NOT NULL CHECK (length(signature) = 64),
  time bigint NOT NULL,
  PRIMARY KEY (public_key, price_number, message)
);
COMMENT ON TABLE oracle_messages IS 'Messages with prices that oracles signed: all of the last weeks, before that the pairs around full hours.';
COMMENT ON COLUMN oracle_messages.public_key IS 'Of the oracle, compressed.';
COMMENT ON COLUMN oracle_messages.price_number IS 'Number among the messages with prices of this oracle.';
COMMENT ON COLUMN oracle_messages.message IS 'The 16 bytes that it signed; two of one number are a lie, and both are kept.';
COMMENT ON COLUMN oracle_messages.time IS 'When the oracle made it, Unix seconds.';
CREATE INDEX oracle_messages_by_time ON oracle_messages (public_key, time, price_number);

CREATE TABLE oracle_lies (
  public_key bytea NOT NULL CHECK (length(public_key) = 33),
  kind text NOT NULL CHECK (kind IN ('NUMBER_TWICE', 'PRICE_NUMBER_TWICE', 'TIME_BACKWARDS')),
  message bytea NOT NULL,
  signature bytea NOT NULL,
  other_message bytea NOT NULL,
  other_signature bytea NOT NULL,
  found_at bigint NOT NULL,
  PRIMARY KEY (public_key, message, other_message)
);
COMMENT ON TABLE oracle_lies IS 'Pairs of messages of one oracle that contradict each other, with the signatures that prove it.';
COMMENT ON COLUMN oracle_lies.kind IS 'Two messages of one number, or a message that is older than one with a lower number.';
COMMENT ON COLUMN oracle_lies.found_at IS 'Unix seconds.';
`;
