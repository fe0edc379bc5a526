import type { Database } from '../create-database.js';
import type { EventRecord } from '../events/event-record.js';
import { eventsOf } from '../events/events.repository.js';
import { readSnapshot } from '../read-snapshot.js';
import type { TransitionRecord } from '../transitions/transition-record.js';
import { transitionsOf } from '../transitions/transitions.repository.js';
import { toStreamRecord, type StreamClaimRecord, type StreamRecord } from './stream-record.js';

/** A stream with everything that is recorded of it, from one snapshot. */
export interface StreamHistory {
  readonly stream: StreamRecord;
  /** Payments, the oldest first. */
  readonly claims: readonly StreamClaimRecord[];
  /** Steps on the chain, the funding first. */
  readonly transitions: readonly TransitionRecord[];
  /** What happened, the oldest first; steps that were rolled back stay here. */
  readonly events: readonly EventRecord[];
}

/** Lists payments of a stream, the oldest first. */
export const claimsOf = (db: Database, id: string): Promise<readonly StreamClaimRecord[]> =>
  db.selectFrom('streamClaims').selectAll().where('streamId', '=', id).orderBy('claimedAt').orderBy('id').execute();

/** Reads a stream with its payments, steps and events from one snapshot; undefined where there is none. */
export const readHistory = (db: Database, id: string): Promise<StreamHistory | undefined> =>
  readSnapshot(db, async (snapshot) => {
    const row = await snapshot.selectFrom('streams').selectAll().where('id', '=', id).executeTakeFirst();
    if (row === undefined) return undefined;
    const resource = { type: 'stream', id } as const;
    return {
      stream: toStreamRecord(row),
      claims: await claimsOf(snapshot, id),
      transitions: await transitionsOf(snapshot, resource),
      events: await eventsOf(snapshot, resource),
    };
  });
