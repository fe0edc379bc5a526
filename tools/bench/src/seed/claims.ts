import { sql } from 'kysely';
import type { Database } from '@weir/infra';
import { FIRST_SEEDED, withoutTriggers } from './streams.js';

const BATCH = 500_000;

/** Tables that a claim adds a row to. */
export const CLAIM_TABLES = ['stream_claims', 'transitions', 'transaction_uses'] as const;

/** Adds claims to seeded streams, in turns, each with its transition and the use of its hash, as the service stores them. */
export const seedClaims = async (db: Database, streams: number, claims: number): Promise<void> => {
  await withoutTriggers(db, async (session) => {
    for (let from = 0; from < claims; from += BATCH) {
      const to = Math.min(from + BATCH, claims);
      // An odd factor spreads the prefixes, which differ in real hashes.
      const hash = (kind: string) =>
        sql`${sql.lit(kind)} || lpad(to_hex(n * 2654435761 % 4294967296), 8, '0') || lpad(to_hex(n), 55, '0')`;
      const drawn = sql`
        (SELECT streams.*, n, ${hash('3')} AS tx_hash, ${hash('4')} AS spent
        FROM generate_series(${from + 1}::bigint, ${to}::bigint) AS n
        JOIN streams ON streams.id = ('00000000-0000-7000-9000-' || lpad(to_hex(1 + n % ${streams}::bigint), 12, '0'))::uuid) AS drawn`;
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
