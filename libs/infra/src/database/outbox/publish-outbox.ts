import { sql } from 'kysely';
import { advisoryLockKey } from '../advisory-lock-key.js';
import type { Database } from '../create-database.js';

/** How many events one statement moves. */
const AT_ONCE = 1_000;

const COLUMNS = sql.raw(
  [
    'kind',
    'product',
    'record_id',
    'parent_id',
    'display_id',
    'private_vault_id',
    'parties',
    'step',
    'tx_hash',
    'amount',
    'token_category',
    'finality',
    'reason',
    'replaced_by',
    'figures',
    'created_at',
  ].join(', '),
);

/** The channel that publishers notify when there is more to read. */
export const PUBLISHED_CHANNEL = 'weir_published';

const publishSome = (db: Database): Promise<number> =>
  db.transaction().execute(async (transaction) => {
    // Before the statement whose snapshot must hold all that the publisher before committed.
    await sql`SELECT pg_advisory_xact_lock(${advisoryLockKey('outbox')})`.execute(transaction);
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
