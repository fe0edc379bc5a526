import { sql } from 'kysely';
import type { Database } from '../create-database.js';
import { lockNow, transactionInTurn } from '../locks/transaction-in-turn.js';
import { TIMELINE } from '../servers/timeline.js';

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
export const publishOutbox = async (db: Database): Promise<number> => {
  let all = 0;
  for (;;) {
    const { rows } = await sql`SELECT FROM outbox LIMIT 1`.execute(db);
    if (rows.length === 0) return all;
    all += await publishSome(db);
  }
};
