import { sql } from 'kysely';
import type { Database } from '@weir/infra';
import { bareTable } from './bare-tables.js';
import { copyRows, type CopiedRows } from './copy-rows.js';

export interface CapacitySizes {
  readonly streams: number;
  readonly claims: number;
  /** Number of claims that include everything else a claim leaves: its transition and the use of its hash. */
  readonly transitions: number;
}

const SENDER = 'bchtest:qp98vn6dqptzem3hw4x3gx8plt5cq0np4geu6ad8v9';
const RECIPIENT = 'bchtest:qpjw79xacfs8jc4t23q6dnpem3nk5z7smvk7yf3xln';
const CONTRACT = 'bchtest:r00nas9q7yua7lp03jf6vhe703502kkztf2c6asptr8xalnz8zx06c7758va3';
const COMMITMENT = '010000000000000000000065cd1d00';
const BEGIN = 1_700_000_000;
/** Streams of one sender, and of one recipient. */
const EACH_SENDER = 100;
const EACH_RECIPIENT = 20;

const hex = (n: number, length: number): string => n.toString(16).padStart(length, '0');
/** Returns a hash; an odd factor spreads the prefixes, which differ in real hashes. */
const hashOf = (kind: number, n: number): string =>
  hex(Math.imul(n + 1, 0x9e3779b1) >>> 0, 8) + hex(kind, 4) + hex(n, 52);
/** Returns an id that grows with `n`, like those of successively created rows. */
const idOf = (kind: number, n: number): string => {
  const text = hex(n, 12);
  return `${text.slice(0, 8)}-${text.slice(8)}-7${hex(kind, 3)}-8000-${hex(Math.imul(n, 0x9e3779b1) >>> 0, 12)}`;
};
const STREAM = 1;
/** The id of the n-th stream. */
export const streamIdOf = (n: number): string => idOf(STREAM, n);
/** Public key hash of the n-th stream's sender, hex. */
export const senderHashOf = (n: number): string => hex(Math.floor(n / EACH_SENDER), 40);
/** Public key hash of its recipient, hex. */
export const recipientHashOf = (n: number): string => hex(n % Math.ceil((n + 1) / EACH_RECIPIENT), 40);
const NULL = '\\N';

const STREAM_COLUMNS =
  'id, stream_id, sender, sender_hash, recipient, recipient_hash, token_type, total_amount, withdrawn_amount, stream_type, start_time, end_time, cancelable, cancel_notice_blocks, nonce, status, contract_address, locking_bytecode, script_hash, initial_commitment, state_category, state_txid, state_vout, state_satoshis, state_commitment, funding_tx_hash, funding_vout, activated_at, created_at, updated_at';
/** Of a hundred streams one runs; the others have been paid out. */
const EACH_ACTIVE = 100;
const streamRow = (n: number) => {
  const [total, active] = [100_000_000 + (n % 1_000), n % EACH_ACTIVE === 0];
  const [withdrawn, status] = active ? [1_000, 'ACTIVE'] : [total, 'COMPLETED'];
  const state = active
    ? [hashOf(3, n), hashOf(4, n), 1, 100_023_000, COMMITMENT]
    : Array.from({ length: 5 }, () => NULL);
  return [
    ...[streamIdOf(n), `#WEIR-BCH-${(n + 1).toString().padStart(9, '0')}`],
    ...[SENDER, senderHashOf(n), RECIPIENT, recipientHashOf(n)],
    ...['BCH', total, withdrawn, 'LINEAR', BEGIN, 1_900_000_000, 't', 36, hex(n, 32), status, CONTRACT],
    ...[`aa20${hashOf(2, n)}87`, hashOf(2, n), COMMITMENT, ...state],
    ...[hashOf(5, n), 1, BEGIN + n, BEGIN + n, BEGIN + n],
  ];
};

/** Computes the counters of lists and explorer over all rows; they must be empty before. */
export const countStreams = async (db: Database): Promise<void> => {
  await sql`
    INSERT INTO stream_counters (product, scope, key, shard, pending, active, paused, completed, cancelled)
    SELECT product, scope, key, shard, 0,
      count(*) FILTER (WHERE status = 'ACTIVE'), 0, count(*) FILTER (WHERE status = 'COMPLETED'), 0
    FROM streams CROSS JOIN LATERAL (VALUES
      ('all', '', get_byte(uuid_send(id), 15) % 16), ('pair', sender_hash || ':' || recipient_hash, 0),
      ('recipient', recipient_hash, 0), ('sender', sender_hash, 0)) AS counted (scope, key, shard)
    GROUP BY product, scope, key, shard`.execute(db);
  await sql`
    INSERT INTO explorer_counters (activity, token_type, shard, pending, pending_volume, active, active_volume, completed,
      completed_volume, cancelled, cancelled_volume, funded)
    SELECT 'STREAM', token_type, get_byte(uuid_send(id), 15) % 16, 0, 0,
      count(*) FILTER (WHERE status = 'ACTIVE'), coalesce(sum(total_amount) FILTER (WHERE status = 'ACTIVE'), 0),
      count(*) FILTER (WHERE status = 'COMPLETED'), coalesce(sum(total_amount) FILTER (WHERE status = 'COMPLETED'), 0), 0, 0, count(*)
    FROM streams GROUP BY 1, 2, 3`.execute(db);
};

const claimRows = ({ streams, claims }: CapacitySizes): CopiedRows => ({
  table: 'stream_claims',
  columns: 'id, stream_id, recipient, amount, claimed_at, tx_hash, source',
  count: claims,
  row: (n) => [idOf(6, n), streamIdOf(n % streams), RECIPIENT, 100, BEGIN + n, hashOf(7, n), 'confirm'],
});

const transitionRows = ({ streams, transitions }: CapacitySizes): CopiedRows => ({
  table: 'transitions',
  columns:
    'resource_type, resource_id, sequence, kind, tx_hash, spent_txid, spent_vout, state_vout, state_commitment, state_satoshis, paid_to_recipient, paid_to_sender, locktime, block_height, block_hash, source, state_before, final',
  count: transitions,
  row: (n) => [
    ...['stream', streamIdOf(n % streams), 1 + Math.floor(n / streams), 'claim', hashOf(7, n), hashOf(4, n), 1, 1],
    ...[COMMITMENT, 100_000_000, 100, 0, BEGIN, 100, hashOf(8, n), 'confirm'],
    // Chain columns of an active stream, as the service stores them.
    JSON.stringify({
      ...{ status: 'ACTIVE', withdrawn_amount: '1000', state_category: hashOf(3, n), state_txid: hashOf(4, n) },
      ...{ state_vout: 1, state_satoshis: '100023000', state_token_amount: null, state_companion_satoshis: null },
      ...{ state_companion_nft: null, state_commitment: COMMITMENT, funding_tx_hash: hashOf(5, n), funding_vout: 1 },
      ...{ activated_at: BEGIN, cancelled_at: null, refund_amount: null, refund_status: null, refund_tx_hash: null },
      ...{ refund_available_height: null, periods_paid: 0, next_due: null, pause_settled: null },
    }),
    't',
  ],
});

/**
 * Fills an empty database with streams, a hundredth of them ACTIVE, and with claims distributed over them, in the order they would arrive. Indexes are built
 * behind the rows; those of the streams while claims are copied.
 */
export const seedCapacity = async (db: Database, directory: string, sizes: CapacitySizes): Promise<void> => {
  const [claims, streams, transitions, uses] = [
    await bareTable(db, 'stream_claims'),
    await bareTable(db, 'streams'),
    await bareTable(db, 'transitions'),
    await bareTable(db, 'transaction_uses'),
  ];
  await copyRows(db, directory, {
    table: 'streams',
    columns: STREAM_COLUMNS,
    count: sizes.streams,
    row: streamRow,
  });
  await Promise.all([
    streams.dress().then(() => countStreams(db)),
    copyRows(db, directory, claimRows(sizes)).then(() => claims.dress()),
  ]);
  await copyRows(db, directory, transitionRows(sizes));
  await transitions.dress();
  await copyRows(db, directory, {
    table: 'transaction_uses',
    columns: 'tx_hash, resource_type, resource_id',
    count: sizes.transitions,
    row: (n) => [hashOf(7, n), 'stream', streamIdOf(n % sizes.streams)],
  });
  await uses.dress();
};

/** Whether a run before has left its rows. */
export const isSeeded = async (db: Database): Promise<boolean> =>
  (await sql<{ there: boolean }>`SELECT to_regclass('streams') IS NOT NULL AS there`.execute(db)).rows[0]?.there ===
    true && (await sql`SELECT FROM transaction_uses LIMIT 1`.execute(db)).rows.length > 0;
