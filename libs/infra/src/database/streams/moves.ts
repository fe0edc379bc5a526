import { type Selectable, sql } from 'kysely';
import type { Outpoint } from '@weir/covenants';
import type { Database } from '../create-database.js';
import type { StreamsTable } from '../generated/tables.js';
import { type PageRequest, readPage } from '../sql/pages.js';
import { type StreamRecord, toStreamRecord } from './stream-record.js';

/** Which streams of recipients may move. */
export interface MovableRequest {
  /** Keys of recipients, see `partyKey`. */
  readonly recipientHashes: readonly string[];
  /** Of the new address: what moves there already is left out. */
  readonly toHash: string;
  readonly limit: number;
}

/** Lists streams that recipients may move to another address, by recipient: all of one before those of the next. */
export const listMovable = async (
  db: Database,
  { recipientHashes, toHash, limit }: MovableRequest,
): Promise<readonly StreamRecord[]> => {
  const rows = await db
    .selectFrom('streams')
    .selectAll()
    .where(sql<boolean>`recipient_hash = ANY(${[...recipientHashes]}::text[])`)
    .where('moveDelay', '>', 0)
    .where('status', 'in', ['ACTIVE', 'PAUSED'])
    // Under the notice of a pause nothing moves.
    .where(sql<boolean>`pause_settled IS DISTINCT FROM false AND state_txid IS NOT NULL`)
    .where(sql<boolean>`move_to_hash IS DISTINCT FROM ${toHash}`)
    .orderBy('recipientHash')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(toStreamRecord);
};

/** Lists streams of recipients whose moves are pending and were not undone, by recipient. */
export const listMoving = async (
  db: Database,
  { recipientHashes, limit }: Pick<MovableRequest, 'recipientHashes' | 'limit'>,
): Promise<readonly StreamRecord[]> => {
  const rows = await db
    .selectFrom('streams')
    .selectAll()
    .where(sql<boolean>`recipient_hash = ANY(${[...recipientHashes]}::text[])`)
    .where(sql<boolean>`move_to IS NOT NULL AND move_to_hash <> recipient_hash`)
    .orderBy('recipientHash')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(toStreamRecord);
};

/** A state of a stream, as an output shows it. */
export interface StateAt {
  readonly scriptHash: string;
  /** Display-order hex. */
  readonly category: string;
  readonly index: number;
}

/** Finds the streams whose states some outputs of a transaction are, and those it is recorded with, in order of id. */
export const streamsMovedBy = async (
  db: Database,
  txHash: string,
  states: readonly StateAt[],
): Promise<readonly string[]> => {
  const { rows } = await sql<{ readonly id: string }>`
    SELECT streams.id FROM unnest(
      ${states.map(({ scriptHash }) => scriptHash)}::text[],
      ${states.map(({ index }) => index)}::integer[],
      ${states.map(({ category }) => category)}::text[]
    ) AS there (script_hash, plan_index, state_category) JOIN streams USING (script_hash, plan_index, state_category)
    UNION
    SELECT resource_id FROM transitions WHERE tx_hash = ${txHash} AND resource_type = 'stream'
    ORDER BY id`.execute(db);
  return rows.map(({ id }) => id);
};

/** What a transaction spends, of which some coins may be locks. */
export interface SpentLocks {
  /** Locking bytecodes that it spends from, hex, and their script hashes. */
  readonly scripts: readonly string[];
  readonly scriptHashes: readonly string[];
  readonly coins: readonly Outpoint[];
}

/** Finds the locks whose states some coins are, in order of id. */
export const locksSpentBy = async (
  db: Database,
  { scripts, scriptHashes, coins }: SpentLocks,
): Promise<readonly string[]> => {
  const { rows } = await sql<{ readonly id: string }>`
    SELECT id FROM streams
    WHERE contract = 'LOCK' AND (state_txid, state_vout) IN (
      SELECT * FROM unnest(${coins.map(({ txid }) => txid)}::text[], ${coins.map(({ vout }) => vout)}::integer[])
    ) AND (current_bytecode = ANY(${[...scripts]}::text[]) OR script_hash = ANY(${[...scriptHashes]}::text[]))
    ORDER BY id`.execute(db);
  return rows.map(({ id }) => id);
};

/** A move that is pending, with the transaction that announced it. */
export interface PendingMoveRecord {
  readonly stream: StreamRecord;
  readonly announcementTxHash: string;
}

/** Reads a page of the moves that are pending of some parties: the sender, the recipient, and whom they move to. The newest streams first. */
export const pageMoves = async (
  db: Database,
  { parties, ...page }: PageRequest & { readonly parties: readonly string[] },
) => {
  const keys = sql`ANY(${[...parties]}::text[])`;
  const query = db
    .selectFrom('streams')
    .selectAll()
    .where('moveTo', 'is not', null)
    .where(sql<boolean>`(sender_hash = ${keys} OR recipient_hash = ${keys} OR move_to_hash = ${keys})`);
  const { rows, nextCursor } = await readPage<never, never, Selectable<StreamsTable>>(query, page);
  const { rows: announced } = await sql<{ readonly id: string; readonly txHash: string }>`
    SELECT DISTINCT ON (resource_id) resource_id AS id, tx_hash FROM transitions
    WHERE resource_type = 'stream' AND resource_id = ANY(${rows.map(({ id }) => id)}::uuid[]) AND kind IN ('announce', 'undo')
    ORDER BY resource_id, sequence DESC`.execute(db);
  const hashes = new Map(announced.map(({ id, txHash }) => [id, txHash]));
  const moves = rows.map((row): PendingMoveRecord => ({
    stream: toStreamRecord(row),
    announcementTxHash: hashes.get(row.id) ?? '',
  }));
  return { moves, nextCursor };
};
