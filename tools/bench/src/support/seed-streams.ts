import { sql } from 'kysely';
import type { Database } from '@weir/infra';

const BATCH = 100_000;

/** Fills the database with ACTIVE streams of 1,000 senders and 5,000 recipients, as the service would store them. */
export const seedStreams = async (db: Database, rows: number): Promise<void> => {
  for (let from = 0; from < rows; from += BATCH) {
    const to = Math.min(from + BATCH, rows);
    await sql`
      INSERT INTO streams (id, stream_id, sender, sender_hash, recipient, recipient_hash, token_type, total_amount, withdrawn_amount,
        stream_type, start_time, end_time, cancelable, cancel_notice_blocks, nonce, status, contract_address, locking_bytecode, script_hash,
        initial_commitment, state_category, state_txid, state_vout, state_satoshis, state_commitment, funding_tx_hash, funding_vout,
        activated_at, created_at, updated_at)
      SELECT gen_random_uuid(), '#WEIR-BCH-' || lpad(n::text, 7, '0'),
        'bchtest:qp98vn6dqptzem3hw4x3gx8plt5cq0np4geu6ad8v9', lpad(to_hex(n % 1000), 40, '0'),
        'bchtest:qpjw79xacfs8jc4t23q6dnpem3nk5z7smvk7yf3xln', lpad(to_hex(n % 5000), 40, '0'),
        'BCH', 100000000 + n, n, 'LINEAR', 1700000000, 1900000000, true, 36, lpad(to_hex(n), 32, '0'), 'ACTIVE',
        'bchtest:r00nas9q7yua7lp03jf6vhe703502kkztf2c6asptr8xalnz8zx06c7758va3', 'aa20' || lpad(to_hex(n), 64, '0') || '87',
        lpad(to_hex(n), 64, '0'), '010000000000000000000065cd1d00', '1' || lpad(to_hex(n), 63, '0'), '2' || lpad(to_hex(n), 63, '0'), 1,
        100023000 + n, '010000000000000000000065cd1d00', '2' || lpad(to_hex(n), 63, '0'), 1, 1700000000 + n, 1700000000 + n, 1700000000 + n
      FROM generate_series(${from + 1}::int, ${to}::int) AS n`.execute(db);
    console.log(`  ${to.toLocaleString('en')}`);
  }
  await sql`ANALYZE streams`.execute(db);
};
