import { sql } from 'kysely';
import type { Database } from '@weir/infra';
import { seedStreams } from './seed-streams.js';

/** Export lines of a stream's sender: the funding and three claims. */
export const LINES_OF_STREAM = 4;

/**
 * Fills the database with streams of one sender, each funded and claimed from three times, as the service would store
 * them.
 */
export const seedMoneyLines = (db: Database, streams: number, senderHash: string): Promise<void> =>
  db.connection().execute(async (connection) => {
    // Counters and the outbox are not measured here.
    await sql`SET session_replication_role = replica`.execute(connection);
    await seedStreams(connection, streams);
    await sql`UPDATE streams SET sender_hash = ${senderHash}, description = 'Payroll'`.execute(connection);
    await sql`
      INSERT INTO transitions (resource_type, resource_id, sequence, kind, tx_hash, spent_txid, spent_vout, state_vout,
        state_commitment, state_satoshis, paid_to_recipient, paid_to_sender, locktime, source, state_before, created_at)
      SELECT 'stream', id, step, CASE step WHEN 1 THEN 'fund' ELSE 'claim' END, md5(id::text || step) || md5(step || id::text),
        CASE WHEN step > 1 THEN repeat('ab', 32) END, CASE WHEN step > 1 THEN 0 END, 0, '00', 1000,
        CASE WHEN step > 1 THEN 1000 ELSE 0 END, 0, 1700000000, 'chain', '{}', created_at + step
      FROM streams, generate_series(1, 4) AS step`.execute(connection);
    await sql`SET session_replication_role = DEFAULT`.execute(connection);
    await sql`VACUUM ANALYZE streams, transitions`.execute(connection);
  });
