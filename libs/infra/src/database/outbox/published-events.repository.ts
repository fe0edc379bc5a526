import { sql } from 'kysely';
import type { Database } from '../create-database.js';
import { publishOutbox } from './publish-outbox.js';
import { audienceColumn, toPublishedEvent, type PublishedEvent } from './published-event.js';

/** Which events are read, in the order of publication. */
export interface EventScan {
  /** Only those after this position. */
  readonly after: number;
  readonly limit: number;
  /** Only those of a record, and of what belongs to it. uuid. */
  readonly recordId?: string | undefined;
  /** Only those of an address, by its hash. */
  readonly partyHash?: string | undefined;
}

/** The log of events. Every method throws DatabaseUnavailableError when the database cannot be reached. */
export interface PublishedEventsRepository {
  /** Publishes what is committed in the outbox. @returns how many */
  publish(): Promise<number>;
  /** Events after a position. */
  scan(request: EventScan): Promise<readonly PublishedEvent[]>;
  /** The last position there is; 0 before the first. */
  lastPosition(): Promise<number>;
  /** Position up to which events were dropped; 0 where none were. */
  droppedThrough(): Promise<number>;
  /** Drops a batch of events from before a time. @param before Unix seconds. @returns how many */
  dropBefore(before: number): Promise<number>;
}

/** Dropped by one statement at most. */
const DROPPED = 5_000;

const eventsAfter = (db: Database, { after, limit, recordId, partyHash }: EventScan) => {
  const all = db
    .selectFrom('publishedEvents')
    .selectAll('publishedEvents')
    .select(audienceColumn)
    .where('publishedEvents.id', '>', sql<number>`${after}`)
    .orderBy('publishedEvents.id')
    .limit(limit);
  // Each of the two is one walk along an index, of as many rows as are asked for.
  if (recordId !== undefined)
    return all.where(
      'publishedEvents.id',
      'in',
      sql<number>`(
        SELECT id FROM (
          (SELECT id FROM published_events WHERE record_id = ${recordId} AND id > ${after} ORDER BY id LIMIT ${limit})
          UNION ALL
          (SELECT id FROM published_events WHERE parent_id = ${recordId} AND id > ${after} ORDER BY id LIMIT ${limit})
        ) AS related ORDER BY id LIMIT ${limit})`,
    );
  if (partyHash !== undefined)
    return all.where(
      'publishedEvents.id',
      'in',
      sql<number>`(SELECT event_id FROM published_event_parties WHERE hash = ${partyHash} AND event_id > ${after} ORDER BY event_id LIMIT ${limit})`,
    );
  return all;
};

/** Builds the repository over `db`. Holds no state of its own. */
export const createPublishedEventsRepository = (db: Database): PublishedEventsRepository => ({
  publish: () => publishOutbox(db),
  async scan(request) {
    return (await eventsAfter(db, request).execute()).map(toPublishedEvent);
  },
  async lastPosition() {
    const row = await db.selectFrom('publishedEvents').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst();
    return row?.id ?? (await droppedThrough(db));
  },
  droppedThrough: () => droppedThrough(db),
  dropBefore: (before) =>
    db.transaction().execute(async (transaction) => {
      const { rows } = await sql<{ id: number }>`
        DELETE FROM published_events WHERE id IN (
          SELECT id FROM published_events WHERE created_at < ${before} ORDER BY id LIMIT ${DROPPED}) RETURNING id`.execute(
        transaction,
      );
      const last = rows.reduce((highest, { id }) => (id > highest ? id : highest), 0);
      if (last > 0)
        await transaction
          .updateTable('publishedEventsKept')
          .set({ droppedThrough: last })
          .where('droppedThrough', '<', last)
          .execute();
      return rows.length;
    }),
});

const droppedThrough = async (db: Database): Promise<number> =>
  (await db.selectFrom('publishedEventsKept').select('droppedThrough').executeTakeFirst())?.droppedThrough ?? 0;
