import { sql } from 'kysely';
import type { Database } from '../create-database.js';
import { lastEventId, resourcesWithEventsAfter } from '../events/resource-events.js';
import { NIL_ID } from '../sql/statements.js';
import {
  finaliseBlocks,
  type FollowedRequest,
  forgetLostFundings,
  lostFundingsOf,
  readFollowed,
  resourcesOf,
  type ScriptReading,
  unfinalTransitions,
} from '../watch/watch.repository.js';
import type { StreamRecord } from './stream-record.js';

/** Word for word the condition of the partial index `streams_watched`, less those whose refund is on its way. */
const LIVE = sql`(
  (status IN ('ACTIVE', 'PAUSED') OR (status = 'CANCELLED' AND refund_status IS DISTINCT FROM 'confirmed'))
  AND (status IN ('ACTIVE', 'PAUSED') OR refund_status = 'pending'))`;

/**
 * Lists streams that the chain can still change, in order of id: those with a state to spend, those with a step that
 * can be rolled back, and those that lost their funding and may get it again. Each part has an index of its own.
 */
const listFollowedStreams = (db: Database, { after = NIL_ID, limit }: FollowedRequest) =>
  readFollowed(
    db,
    'stream',
    sql`(SELECT id FROM streams WHERE ${LIVE} AND id > ${after} ORDER BY id LIMIT ${limit})
      UNION (SELECT DISTINCT resource_id FROM transitions
        WHERE NOT final AND resource_type = 'stream' AND resource_id > ${after} ORDER BY resource_id LIMIT ${limit})
      UNION (SELECT DISTINCT resource_id FROM lost_fundings
        WHERE resource_type = 'stream' AND resource_id > ${after} ORDER BY resource_id LIMIT ${limit})
      ORDER BY id LIMIT ${limit}`,
  );

/** Returns those of some streams that the chain can still change. */
const findFollowedStreams = (db: Database, ids: readonly string[]) =>
  readFollowed(
    db,
    'stream',
    sql`SELECT id FROM streams WHERE id = ANY(${ids}) AND (${LIVE}
      OR EXISTS (SELECT FROM transitions WHERE NOT final AND resource_type = 'stream' AND resource_id = streams.id)
      OR EXISTS (SELECT FROM lost_fundings WHERE resource_type = 'stream' AND resource_id = streams.id))`,
  );

/**
 * Stores that a stream's record holds everything that a history of its script shows, unless its row moved since it was read. It takes no lock: a row that moves at this moment has another
 * head than the reading, and is read again.
 *
 * @returns whether the row is as it was read
 */
async function saveStreamReading(
  db: Database,
  { id, state, status }: Pick<StreamRecord, 'id' | 'state' | 'status'>,
  reading: ScriptReading,
): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO script_readings (resource_type, resource_id, status, head)
    SELECT 'stream', id, ${reading.status}::text, ${reading.head}::text FROM streams
    WHERE id = ${id} AND status = ${status} AND state_txid IS NOT DISTINCT FROM ${state?.txid ?? null}
    ON CONFLICT (resource_type, resource_id) DO UPDATE SET status = excluded.status, head = excluded.head
    RETURNING resource_id`.execute(db);
  return rows.length > 0;
}

/**
 * Returns where the state was that each step of a stream spent, by its transaction's hash: locking bytecodes, hex, of a lock that can move;
 * null at the address of its funding, and of the funding itself.
 */
const scriptsBefore = async (db: Database, id: string): Promise<ReadonlyMap<string, string | null>> => {
  const { rows } = await sql<{ readonly txHash: string; readonly script: string | null }>`
    SELECT tx_hash, state_before ->> 'current_bytecode' AS script FROM transitions
    WHERE resource_type = 'stream' AND resource_id = ${id} ORDER BY sequence`.execute(db);
  return new Map(rows.map(({ txHash, script }) => [txHash, script]));
};

/** The queries of the stream watcher. Every method throws DatabaseUnavailableError when the database cannot be reached. */
export const createStreamWatchRepository = (db: Database) => ({
  listFollowed: (request: FollowedRequest) => listFollowedStreams(db, request),
  /** Those of some streams that the chain can still change. @param ids uuids */
  findFollowed: (ids: readonly string[]) => (ids.length === 0 ? Promise.resolve([]) : findFollowedStreams(db, ids)),
  lastEventId: () => lastEventId(db),
  eventsAfter: (id: number) => resourcesWithEventsAfter(db, 'stream', id),
  unfinalTransitions: () => unfinalTransitions(db, 'stream'),
  scriptsBefore: (id: string) => scriptsBefore(db, id),
  /** Ids of the streams with a step of one of some transactions that the chain can still drop. */
  streamsOf: (txHashes: readonly string[]) => resourcesOf(db, 'stream', txHashes),
  finalise: (blockHashes: readonly string[]) => finaliseBlocks(db, blockHashes),
  lostFundings: (streamId: string) => lostFundingsOf(db, { type: 'stream', id: streamId }),
  saveReading: (stream: Pick<StreamRecord, 'id' | 'state' | 'status'>, reading: ScriptReading) =>
    saveStreamReading(db, stream, reading),
  forgetLostFundings: (below: number) => forgetLostFundings(db, below),
});
