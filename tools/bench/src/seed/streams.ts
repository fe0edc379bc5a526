import { sql } from 'kysely';
import type { Database } from '@weir/infra';
import { insertStreams, streamIdAt } from './explorer.js';

const BATCH = 100_000;

/** Unix seconds before the oldest stream; each other one is a second younger than the one before. */
export const FIRST_SEEDED = 1_700_000_000;
/** Senders, whose streams alternate. */
export const SEEDED_SENDERS = 1_000;
/** Public key hash of the n-th sender or recipient, hex. @param n from 0 */
export const partyHashOf = (n: number): string => n.toString(16).padStart(40, '0');

/** The id of the n-th stream. @param n from 1 */
export const streamIdOf = (n: number): string => `00000000-0000-7000-9000-${n.toString(16).padStart(12, '0')}`;

const insertActive = async (db: Database, rows: number): Promise<void> => {
  for (let from = 0; from < rows; from += BATCH) {
    const drawn = sql`
      SELECT n, 0 AS kind, 1 AS chance, 'BCH' AS token_type, NULL::text AS token_category, 'ACTIVE' AS fate, ${FIRST_SEEDED}::bigint + n AS made
      FROM generate_series(${from + 1}::int, ${Math.min(from + BATCH, rows)}::int) AS n`;
    await insertStreams(drawn).execute(db);
  }
};

/** Computes the counters of lists and explorer, which triggers maintain otherwise. */
const countStreams = async (db: Database): Promise<void> => {
  await sql`
    INSERT INTO stream_counters (product, scope, key, shard, pending, active, paused, completed, cancelled)
    SELECT product, scope, key, shard, 0, count(*), 0, 0, 0
    FROM streams CROSS JOIN LATERAL (VALUES
      ('all', '', get_byte(uuid_send(id), 15) % 16), ('pair', sender_hash || ':' || recipient_hash, 0),
      ('recipient', recipient_hash, 0), ('sender', sender_hash, 0)) AS counted (scope, key, shard)
    GROUP BY product, scope, key, shard`.execute(db);
  await sql`
    INSERT INTO explorer_counters (activity, token_type, shard, pending, pending_volume, active, active_volume, completed,
      completed_volume, cancelled, cancelled_volume, funded)
    SELECT 'STREAM', token_type, get_byte(uuid_send(id), 15) % 16, 0, 0, count(*), sum(total_amount), 0, 0, 0, 0, count(*)
    FROM streams GROUP BY 1, 2, 3`.execute(db);
};

/** Runs work in a session in which no trigger fires and no reference is checked: a tenth of the time. */
export const withoutTriggers = (db: Database, work: (session: Database) => Promise<void>): Promise<void> =>
  db.connection().execute(async (session) => {
    await sql`SET session_replication_role = replica`.execute(session);
    await work(session);
    await sql`SET session_replication_role = DEFAULT`.execute(session);
  });

/**
 * Fills an empty database with ACTIVE streams of 1,000 senders and 5,000 recipients as the service stores them: each is a plan of
 * one stream, with its own announcement.
 */
export const seedStreams = async (db: Database, rows: number): Promise<void> => {
  await withoutTriggers(db, (session) => insertActive(session, rows));
  await countStreams(db);
  await sql`VACUUM ANALYZE streams, plan_fundings, stream_counters, explorer_counters`.execute(db);
};

const CLAIMS_BATCH = 500_000;

/** Tables that a claim adds a row to. */
export const CLAIM_TABLES = ['stream_claims', 'transitions', 'transaction_uses'] as const;

/** Adds claims to seeded streams, in turns, each with its transition and the use of its hash, as the service stores them. */
export const seedClaims = async (db: Database, streams: number, claims: number): Promise<void> => {
  await withoutTriggers(db, async (session) => {
    for (let from = 0; from < claims; from += CLAIMS_BATCH) {
      const to = Math.min(from + CLAIMS_BATCH, claims);
      // An odd factor spreads the prefixes, which differ in real hashes.
      const hash = (kind: string) =>
        sql`${sql.lit(kind)} || lpad(to_hex(n * 2654435761 % 4294967296), 8, '0') || lpad(to_hex(n), 55, '0')`;
      const drawn = sql`
        (SELECT streams.*, n, ${hash('3')} AS tx_hash, ${hash('4')} AS spent
        FROM generate_series(${from + 1}::bigint, ${to}::bigint) AS n
        JOIN streams ON streams.id = ${streamIdAt(sql`1 + n % ${streams}::bigint`)}) AS drawn`;
      const time = sql`${FIRST_SEEDED}::bigint + n`;
      await sql`
        INSERT INTO stream_claims (id, stream_id, recipient, amount, claimed_at, tx_hash, source)
        SELECT ('00000000-0000-7000-9001-' || lpad(to_hex(n), 12, '0'))::uuid, id, recipient, 100, ${time}, tx_hash, 'confirm' FROM ${drawn}`.execute(
        session,
      );
      await sql`
        INSERT INTO transitions (resource_type, resource_id, sequence, kind, tx_hash, spent_txid, spent_vout, state_vout, state_commitment,
          state_satoshis, paid_to_recipient, paid_to_sender, locktime, block_height, block_hash, source, state_before, final)
        SELECT 'stream', id, 1 + n / ${streams}::bigint, 'claim', tx_hash, spent, 1, 1, state_commitment, state_satoshis, 100, 0,
          ${time}, 100, spent, 'confirm', jsonb_build_object('status', status, 'withdrawn_amount', withdrawn_amount::text,
            'state_category', state_category, 'state_txid', state_txid, 'state_vout', state_vout, 'state_satoshis', state_satoshis::text,
            'state_token_amount', null, 'state_companion_satoshis', null, 'state_companion_nft', null, 'state_commitment', state_commitment,
            'funding_tx_hash', funding_tx_hash, 'funding_vout', funding_vout, 'activated_at', activated_at, 'cancelled_at', null,
            'refund_amount', null, 'refund_status', null, 'refund_tx_hash', null, 'refund_available_height', null, 'periods_paid', 0,
            'next_due', null, 'pause_settled', null), true
        FROM ${drawn}`.execute(session);
      await sql`
        INSERT INTO transaction_uses (tx_hash, resource_type, resource_id) SELECT tx_hash, 'stream', id FROM ${drawn}`.execute(
        session,
      );
    }
  });
};
