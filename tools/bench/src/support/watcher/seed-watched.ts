import { hexToBin } from '@bitauth/libauth';
import { sql } from 'kysely';
import { scriptHashOf, type Database } from '@weir/infra';
import type { QuietScript } from './quiet-scripts.js';

const BATCH = 10_000;
const COMMITMENT = '010000000000000000000065cd1d00';

/**
 * Makes an ACTIVE stream of each script, funded by the output that lies there, long ago. No trigger sees the rows.
 *
 * @param areRead as after a start that has read each of them
 */
export const seedWatched = (db: Database, scripts: readonly QuietScript[], areRead: boolean): Promise<void> =>
  db.connection().execute(async (session) => {
    await sql`SET session_replication_role = replica`.execute(session);
    for (let from = 0; from < scripts.length; from += BATCH) {
      const some = scripts.slice(from, from + BATCH);
      const drawn = sql`(SELECT ${from}::int + nr::int AS n, script.*, ('00000000-0000-7000-8000-' || lpad(to_hex(${from}::int + nr), 12, '0'))::uuid AS id
        FROM unnest(${some.map(({ lockingBytecode }) => lockingBytecode)}::text[], ${some.map(({ lockingBytecode }) => scriptHashOf(hexToBin(lockingBytecode)))}::text[],
          ${some.map(({ txid }) => txid)}::text[], ${some.map(({ vout }) => vout)}::int[],
          ${some.map(({ block }) => block.height)}::int[], ${some.map(({ block }) => block.hash)}::text[]) WITH ORDINALITY AS script (lock, hash, txid, vout, height, block, nr)) AS drawn`;
      await sql`
        INSERT INTO streams (id, stream_id, sender, sender_hash, recipient, recipient_hash, token_type, total_amount, withdrawn_amount,
          stream_type, start_time, end_time, cancelable, cancel_notice_blocks, nonce, status, contract_address, locking_bytecode, script_hash,
          initial_commitment, state_category, state_txid, state_vout, state_satoshis, state_commitment, funding_tx_hash, funding_vout, activated_at)
        SELECT id, '#WEIR-BCH-' || lpad((900000000 + n)::text, 9, '0'), 'bchtest:qp98vn6dqptzem3hw4x3gx8plt5cq0np4geu6ad8v9', lpad(to_hex(n % 1000), 40, '0'),
          'bchtest:qpjw79xacfs8jc4t23q6dnpem3nk5z7smvk7yf3xln', lpad(to_hex(n % 5000), 40, '0'), 'BCH', 100000000, 0, 'LINEAR', 1700000000,
          1900000000, true, 6, lpad(to_hex(n), 32, '0'), 'ACTIVE', 'bchtest:s' || n, lock, hash, ${COMMITMENT}, txid, txid, vout, 100023000,
          ${COMMITMENT}, txid, vout, 1700000000
        FROM ${drawn}`.execute(session);
      await sql`
        INSERT INTO transitions (resource_type, resource_id, sequence, kind, tx_hash, state_vout, state_commitment, state_satoshis, paid_to_recipient,
          paid_to_sender, locktime, block_height, block_hash, source, state_before, final)
        SELECT 'stream', id, 1, 'fund', txid, vout, ${COMMITMENT}, 100023000, 0, 0, 0, height, block, 'confirm', '{}', true
        FROM ${drawn}`.execute(session);
      if (areRead)
        await sql`
          INSERT INTO script_readings (resource_type, resource_id, status, head)
          SELECT 'stream', id, encode(sha256(convert_to(txid || ':' || height || ':', 'UTF8')), 'hex'), txid
          FROM ${drawn}`.execute(session);
    }
    await sql`SET session_replication_role = DEFAULT`.execute(session);
    await sql`VACUUM ANALYZE streams, transitions, script_readings`.execute(session);
  });
