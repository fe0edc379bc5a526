import { binToHex, hexToBin } from '@bitauth/libauth';
import { sql } from 'kysely';
import { DEFAULT_CANCEL_FILLS, feeBoundsOf, layOutPlan, lockingBytecodeOf, plannedMembers } from '@weir/covenants';
import type { Database } from '@weir/infra';
import { countStreams } from './capacity/seed-capacity.js';

const BATCH = 100_000;

/** The oldest was made a second after it, each other one a second after the one before. Unix seconds. */
export const FIRST_SEEDED = 1_700_000_000;
/** Senders, whose streams come in turns. */
export const SEEDED_SENDERS = 1_000;
/** What a sender is compared by: 20 bytes, hex. @param n from 0 */
export const senderHashOf = (n: number): string => n.toString(16).padStart(40, '0');

/** Stands in the template for the bytes that no two plans share. */
const NONCE = 'ab'.repeat(16);
const TOTAL = 100_000_000n;

/** A stream as the service lays it out, a plan of one, whose nonce is replaced row by row. */
const template = () => {
  const party = lockingBytecodeOf(hexToBin(senderHashOf(0)));
  const layout = layOutPlan(
    {
      ...{ product: 'VESTING_BCH', sender: party, nonce: hexToBin(NONCE) },
      ...{ feeBound: feeBoundsOf('VESTING_BCH').default, cancelFills: DEFAULT_CANCEL_FILLS },
      streams: [
        {
          ...{ kind: 'VESTING', recipient: party, total: TOTAL, start: 1_700_000_000n, end: 1_900_000_000n },
          group: { kind: 'VESTING', cliff: 0n, step: 1n, noticeBlocks: 36 },
        },
      ],
    },
    'devnet',
  );
  const [part] = layout.ok ? layout.parts : [];
  const [member] = part === undefined ? [] : plannedMembers(part, undefined);
  if (member === undefined) throw new Error('A plan of one has one stream');
  const { announcement, opening, reserve } = member;
  return { announcement: binToHex(announcement), commitment: opening.commitment, reserve };
};

/**
 * Fills the database with ACTIVE streams of 1,000 senders and 5,000 recipients, as the service would store them: each is a plan of
 * one, with an announcement of its own.
 */
export const seedStreams = async (db: Database, rows: number): Promise<void> => {
  const { announcement, commitment, reserve } = template();
  for (let from = 0; from < rows; from += BATCH) {
    const to = Math.min(from + BATCH, rows);
    const drawn = sql`
      (SELECT n, ('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid AS funding, lpad(to_hex(n % 1000), 40, '0') AS sender_hash,
        lpad(to_hex(n), 32, '0') AS nonce, replace(${announcement}, ${NONCE}, lpad(to_hex(n), 32, '0')) AS announcement,
        '1' || lpad(to_hex(n), 63, '0') AS category, '2' || lpad(to_hex(n), 63, '0') AS tx_hash
      FROM generate_series(${from + 1}::int, ${to}::int) AS n) AS drawn`;
    await sql`
      INSERT INTO plan_fundings (id, product, sender_hash, nonce, announcement, streams, status, category, funding_tx_hash)
      SELECT funding, 'VESTING_BCH', sender_hash, nonce, announcement, 1, 'ACTIVE', category, tx_hash FROM ${drawn}`.execute(
      db,
    );
    await sql`
      INSERT INTO streams (id, stream_id, sender, sender_hash, recipient, recipient_hash, token_type, total_amount, withdrawn_amount,
        stream_type, start_time, end_time, cancelable, cancel_notice_blocks, nonce, status, contract_address, locking_bytecode, script_hash,
        initial_commitment, state_category, state_txid, state_vout, state_satoshis, state_commitment, funding_tx_hash, funding_vout,
        plan_funding_id, plan_announcement, plan_group, plan_index, plan_reserve, activated_at, created_at, updated_at)
      SELECT gen_random_uuid(), '#WEIR-BCH-' || lpad(n::text, 7, '0'),
        'bchtest:qp98vn6dqptzem3hw4x3gx8plt5cq0np4geu6ad8v9', sender_hash,
        'bchtest:qpjw79xacfs8jc4t23q6dnpem3nk5z7smvk7yf3xln', lpad(to_hex(n % 5000), 40, '0'),
        'BCH', ${TOTAL}::numeric + n, n, 'LINEAR', 1700000000, 1900000000, true, 36, nonce, 'ACTIVE',
        'bchtest:r00nas9q7yua7lp03jf6vhe703502kkztf2c6asptr8xalnz8zx06c7758va3', 'aa20' || lpad(to_hex(n), 64, '0') || '87',
        lpad(to_hex(n), 64, '0'), ${commitment}, category, tx_hash, 1,
        ${TOTAL + reserve}::numeric + n, ${commitment}, tx_hash, 1, funding, announcement, 0, 1, ${reserve}::numeric,
        ${FIRST_SEEDED}::bigint + n, ${FIRST_SEEDED}::bigint + n, ${FIRST_SEEDED}::bigint + n
      FROM ${drawn}`.execute(db);
    console.log(`  ${to.toLocaleString('en')}`);
  }
  await sql`VACUUM ANALYZE streams, plan_fundings`.execute(db);
};

/** The same, with the triggers asleep: a tenth of the time, and what they keep is counted afterwards. */
export const seedStreamsAtOnce = async (db: Database, rows: number): Promise<void> => {
  await db.connection().execute(async (session) => {
    await sql`SET session_replication_role = replica`.execute(session);
    await seedStreams(session, rows);
    await sql`SET session_replication_role = DEFAULT`.execute(session);
  });
  await countStreams(db);
  await sql`VACUUM ANALYZE stream_counters, explorer_counters`.execute(db);
};
