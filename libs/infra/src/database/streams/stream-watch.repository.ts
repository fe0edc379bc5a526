import { sql } from 'kysely';
import type { Database } from '../create-database.js';
import { lastEventId, resourcesWithEventsAfter } from '../events/events.repository.js';
import { forgetLostFundings, lostFundingsOf } from '../watch/lost-fundings.js';
import type { ScriptReading } from '../watch/script-readings.js';
import { finaliseBlocks, unfinalTransitions, type UnfinalTransition } from '../watch/unfinal-transitions.js';
import {
  findFollowedStreams,
  listFollowedStreams,
  type FollowedStream,
  type FollowedStreamsRequest,
} from './followed-streams.js';
import type { StreamRecord } from './stream-record.js';

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
 * The queries of the stream watcher. Every method throws DatabaseUnavailableError when the database cannot be reached.
 */
export interface StreamWatchRepository {
  /** Streams that the chain can still change, in order of id. */
  listFollowed(request: FollowedStreamsRequest): Promise<readonly FollowedStream[]>;
  /** Those of some streams that the chain can still change. @param ids uuids */
  findFollowed(ids: readonly string[]): Promise<readonly FollowedStream[]>;
  /** The newest event; 0 before the first. */
  lastEventId(): Promise<number>;
  /** Events after one, with the stream of each. Events of transactions that commit late have ids from before. */
  eventsAfter(id: number): Promise<readonly { readonly id: number; readonly resourceId: string }[]>;
  /** All steps that the chain can still drop. */
  unfinalTransitions(): Promise<readonly UnfinalTransition[]>;
  /** Marks the steps mined in blocks as final. @returns how many */
  finalise(blockHashes: readonly string[]): Promise<bigint>;
  /** Hashes of fundings a stream lost and may get again. */
  lostFundings(streamId: string): Promise<readonly string[]>;
  /** Notes that a stream's record holds everything a history of its script shows. */
  saveReading(stream: Pick<StreamRecord, 'id' | 'state' | 'status'>, reading: ScriptReading): Promise<boolean>;
  /** Gives up fundings that were lost below a height. @returns how many */
  forgetLostFundings(below: number): Promise<bigint>;
}

/** Builds the repository over `db`. Holds no state of its own. */
export const createStreamWatchRepository = (db: Database): StreamWatchRepository => ({
  listFollowed: (request) => listFollowedStreams(db, request),
  findFollowed: (ids) => (ids.length === 0 ? Promise.resolve([]) : findFollowedStreams(db, ids)),
  lastEventId: () => lastEventId(db),
  eventsAfter: (id) => resourcesWithEventsAfter(db, 'stream', id),
  unfinalTransitions: () => unfinalTransitions(db, 'stream'),
  finalise: (blockHashes) => finaliseBlocks(db, blockHashes),
  lostFundings: (streamId) => lostFundingsOf(db, { type: 'stream', id: streamId }),
  saveReading: (stream, reading) => saveStreamReading(db, stream, reading),
  forgetLostFundings: (below) => forgetLostFundings(db, below),
});
