import { sql } from 'kysely';
import { NOW } from '../../sql/statements.js';

/** What people have beside their records. */
export const people = sql`
-- Of one wallet: known by its first address, with the dates of all. Of the link only a digest is kept: who reads the database
-- cannot open calendars.
CREATE TABLE calendars (
  party_hash text PRIMARY KEY,
  party_hashes text[] NOT NULL CHECK (party_hash = party_hashes[1]),
  address text NOT NULL,
  link_digest text NOT NULL CHECK (link_digest ~ '^[0-9a-f]{64}$') UNIQUE,
  created_at bigint DEFAULT ${NOW} NOT NULL
);
`;
