import { type Selectable, sql } from 'kysely';
import type { Database } from '../create-database.js';
import type { PublishedEventsTable } from '../generated/tables.js';
import { lockNow, transactionInTurn } from '../locks/transaction-in-turn.js';
import { TIMELINE } from '../servers/servers.js';

const LOCK = 'weir:outbox';
/** How many events one statement moves. */
const AT_ONCE = 1_000;

const COLUMNS = sql.join(
  [
    'kind',
    'product',
    'recordId',
    'parentId',
    'displayId',
    'privateVaultId',
    'parties',
    'step',
    'txHash',
    'amount',
    'tokenCategory',
    'finality',
    'reason',
    'replacedBy',
    'figures',
    'createdAt',
  ].map((column) => sql.ref(column)),
);

/** The channel that publishers notify when there is more to read. */
export const PUBLISHED_CHANNEL = 'weir_published';

const timeline = sql.raw(TIMELINE);

/**
 * Goes on far behind every position that was ever given, where the server's timeline is another one than at the last publication:
 * what an asynchronous standby had not received is lost, and its positions would be given again, to other events. Clients that
 * have seen the lost ones would take them for known.
 */
const leaveLostPositions = async (db: Database): Promise<void> => {
  await sql`
    SELECT setval(pg_get_serial_sequence('published_events', 'id'), greatest(${timeline}, (last_value >> 32) + 1) << 32)
    FROM published_events_id_seq, published_events_kept WHERE timeline IS DISTINCT FROM ${timeline}`.execute(db);
  await sql`UPDATE published_events_kept SET timeline = ${timeline}`.execute(db);
};

const publishSome = (db: Database): Promise<number> =>
  transactionInTurn(db, [LOCK], async (transaction) => {
    // Before the statement whose snapshot must hold all that the publisher before committed.
    await lockNow(transaction, LOCK);
    const { rows: known } = await sql<{ continues: boolean }>`
      SELECT timeline = ${timeline} AS continues FROM published_events_kept`.execute(transaction);
    if (known[0]?.continues !== true) await leaveLostPositions(transaction);
    const { rows } = await sql<{ published: number }>`
      WITH taken AS (
        DELETE FROM outbox WHERE id IN (SELECT id FROM outbox ORDER BY id LIMIT ${AT_ONCE}) RETURNING *
      ), published AS (
        INSERT INTO published_events (${COLUMNS}) SELECT ${COLUMNS} FROM taken ORDER BY taken.id RETURNING id, parties
      ), entered AS (
        INSERT INTO published_event_parties (hash, event_id)
        SELECT DISTINCT party ->> 'hash', published.id FROM published, jsonb_array_elements(parties) AS party WHERE party ->> 'hash' IS NOT NULL
      )
      SELECT count(*)::integer AS published FROM published`.execute(transaction);
    const published = rows[0]?.published ?? 0;
    if (published > 0) await sql`SELECT pg_notify(${PUBLISHED_CHANNEL}, '')`.execute(transaction);
    return published;
  });

/**
 * Publishes all that is committed in the outbox. Any number of processes may try at once: they take turns, and late
 * ones find nothing. It looks for events before it waits for its turn: mostly there are none.
 *
 * @returns how many
 */
const publishOutbox = async (db: Database): Promise<number> => {
  let all = 0;
  for (;;) {
    const { rows } = await sql`SELECT FROM outbox LIMIT 1`.execute(db);
    if (rows.length === 0) return all;
    all += await publishSome(db);
  }
};

/** Something that happened to a record, as it is published. Amounts in base units, times in Unix seconds. */
export type PublishedEvent = Readonly<Omit<Selectable<PublishedEventsTable>, 'id'>> & {
  /** Grows in the order of publication. */
  readonly position: number;
  /** Hashes of the parties who may see it, as of the time it was read; null for everybody. */
  readonly audience: ReadonlySet<string> | null;
};

/** A row with the members of its private vault. */
type PublishedEventRow = Selectable<PublishedEventsTable> & { readonly audience: readonly string[] | null };

/**
 * Returns the column of the parties who may see an event of a private vault: its members, the signer who lost their seat by it, those
 * who would sign after the proposal that it is of, and the key that pays from the purse that it is of; of a vault that was removed,
 * those that the event names as its members.
 */
const audienceColumn = sql<readonly string[] | null>`
  CASE WHEN published_events.private_vault_id IS NOT NULL THEN
    coalesce(
      (SELECT array_agg(hash) FROM vault_members WHERE vault_id = published_events.private_vault_id),
      ARRAY(SELECT party ->> 'hash' FROM jsonb_array_elements(published_events.parties) AS party WHERE party ->> 'role' IN ('creator', 'signer')))
      || ARRAY(SELECT party ->> 'hash' FROM jsonb_array_elements(published_events.parties) AS party WHERE party ->> 'role' IN ('former_signer', 'next_signer', 'spender'))
    END`.as('audience');

const toPublishedEvent = (row: PublishedEventRow): PublishedEvent => ({
  position: row.id,
  ...row,
  audience: row.audience === null ? null : new Set(row.audience),
});

/** Which events are read, in the order of publication. */
export interface EventScan {
  /** Only those after this position. */
  readonly after: number;
  readonly limit: number;
  /** Only those of a record, and of what belongs to it. uuid. */
  readonly recordId?: string | undefined;
  /** Only those of which one of these is a party, each named once; see `partyKey`. */
  readonly partyHashes?: readonly string[] | undefined;
}

/** Dropped by one statement at most. */
const DROPPED = 5_000;

const eventsAfter = (db: Database, { after, limit, recordId, partyHashes }: EventScan) => {
  const all = db
    .selectFrom('publishedEvents')
    .selectAll('publishedEvents')
    .select(audienceColumn)
    .where('publishedEvents.id', '>', sql<number>`${after}`)
    .orderBy('publishedEvents.id')
    .limit(limit);
  // Each is one walk along an index, of as many rows as are asked for.
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
  if (partyHashes !== undefined)
    return all.where(
      'publishedEvents.id',
      'in',
      sql<number>`(
        SELECT DISTINCT next.event_id FROM unnest(${partyHashes}::text[]) AS party (hash) CROSS JOIN LATERAL (
          SELECT event_id FROM published_event_parties WHERE hash = party.hash AND event_id > ${after} ORDER BY event_id LIMIT ${limit}
        ) AS next ORDER BY next.event_id LIMIT ${limit})`,
    );
  return all;
};

export const createPublishedEventsRepository = (db: Database) => ({
  publish: () => publishOutbox(db),
  /** Events after a position. */
  async scan(request: EventScan) {
    return (await eventsAfter(db, request).execute()).map(toPublishedEvent);
  },
  /**
   * The newest events of some parties, those before a position.
   *
   * @param hashes see `partyKey`
   */
  async latestOf(
    hashes: readonly string[],
    { before, limit }: { readonly before?: number | undefined; readonly limit: number },
  ) {
    const earlier = before === undefined ? sql`` : sql`AND event_id < ${before}`;
    const rows = await db
      .selectFrom('publishedEvents')
      .selectAll('publishedEvents')
      .select(audienceColumn)
      .where(
        'publishedEvents.id',
        'in',
        // Of each party one walk along its index.
        sql<number>`(
          SELECT DISTINCT latest.event_id FROM unnest(${hashes}::text[]) AS party (hash) CROSS JOIN LATERAL (
            SELECT event_id FROM published_event_parties WHERE hash = party.hash ${earlier} ORDER BY event_id DESC LIMIT ${limit}
          ) AS latest ORDER BY latest.event_id DESC LIMIT ${limit})`,
      )
      .orderBy('publishedEvents.id', 'desc')
      .execute();
    return rows.map(toPublishedEvent);
  },
  /** The last position there is; 0 before the first. */
  async lastPosition() {
    const row = await db.selectFrom('publishedEvents').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst();
    return row?.id ?? (await droppedThrough(db));
  },
  droppedThrough: () => droppedThrough(db),
  /** Drops a batch of events from before a time. @param before Unix seconds. @returns how many */
  dropBefore: (before: number) =>
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

/** The log of events. Every method throws DatabaseUnavailableError when the database cannot be reached. */
export type PublishedEventsRepository = ReturnType<typeof createPublishedEventsRepository>;

const droppedThrough = async (db: Database): Promise<number> =>
  (await db.selectFrom('publishedEventsKept').select('droppedThrough').executeTakeFirst())?.droppedThrough ?? 0;
