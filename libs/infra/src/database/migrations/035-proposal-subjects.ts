import { sql, type Kysely } from 'kysely';
import { proposalColumns, PROPOSALS, writeFunction } from './015-funded-volume.js';

const PAYING = `'spend', 'close'`;
const NAMING = `'plan', 'stream', 'payment', 'airdrop', 'cancel', 'pause', 'resume'`;

/**
 * Proposals that open, cancel, pause or resume records: their kinds, and which records each names. Of what they open the
 * explorer counts the record's own figure, and no treasury's beside it. Replicas of the version before cannot read them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await setKinds(db, `${PAYING}, ${NAMING}`, `kind <> 'close' OR (token_type = 'BCH' AND coin_txid IS NULL)`);
  await sql`
    CREATE TABLE vault_proposal_subjects (
      proposal_id uuid NOT NULL REFERENCES vault_proposals (id) ON DELETE CASCADE,
      position integer NOT NULL CHECK (position >= 0),
      type text NOT NULL CHECK (type IN ('plan', 'stream', 'payment', 'airdrop')),
      record_id uuid NOT NULL,
      PRIMARY KEY (proposal_id, position),
      CONSTRAINT vault_proposal_subjects_once UNIQUE (record_id, proposal_id)
    )`.execute(db);
  await writeFunction(db, {
    ...PROPOSALS,
    columns: proposalColumns(`CASE WHEN kind IN (${PAYING}) THEN amount ELSE 0 END`),
  });
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`DELETE FROM vault_proposals WHERE kind NOT IN (${sql.raw(PAYING)})`.execute(db);
  await writeFunction(db, { ...PROPOSALS, columns: proposalColumns('amount') });
  await sql`DROP TABLE vault_proposal_subjects`.execute(db);
  await setKinds(db, PAYING, `kind = 'spend' OR (token_type = 'BCH' AND coin_txid IS NULL)`);
}

const setKinds = (db: Kysely<unknown>, kinds: string, closing: string) =>
  sql`
    ALTER TABLE vault_proposals
      DROP CONSTRAINT vault_proposals_kind_check,
      DROP CONSTRAINT vault_proposals_close_pays_all,
      ADD CONSTRAINT vault_proposals_kind_check CHECK (kind IN (${sql.raw(kinds)})),
      ADD CONSTRAINT vault_proposals_close_pays_all CHECK (${sql.raw(closing)})`.execute(db);
