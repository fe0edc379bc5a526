import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../create-database.js';
import { deleteInBatches, newId, NOW } from '../sql/statements.js';
import type { NewDelivery } from './webhook-record.js';

/**
 * Locks webhooks in one order, so that additions and settlements of one see each other. It waits: only the sender, of which there is
 * one, locks webhooks, and it has few connections for it at a time.
 */
export const lockWebhooks = async (db: Database, ids: readonly string[]): Promise<void> => {
  await db
    .selectFrom('webhooks')
    .select('id')
    .where('id', '=', sql<string>`ANY (${[...new Set(ids)]}::uuid[])`)
    .orderBy('id')
    // Not against a test, whose row refers to its webhook.
    .forNoKeyUpdate()
    .execute();
};

/** Makes the first waiting delivery of each of these records due, where none of the record is being sent. */
export const releaseHeads = async (
  db: Database,
  queues: readonly Pick<NewDelivery, 'webhookId' | 'recordId'>[],
): Promise<void> => {
  await sql`
    UPDATE webhook_deliveries SET next_attempt_at = ${NOW} WHERE next_attempt_at IS NULL AND id IN (
      SELECT head.id
      FROM (
        SELECT DISTINCT * FROM unnest(${queues.map(({ webhookId }) => webhookId)}::uuid[], ${queues.map(({ recordId }) => recordId)}::uuid[])
      ) AS queue (webhook_id, record_id)
      CROSS JOIN LATERAL (
        SELECT id FROM webhook_deliveries AS waiting
        WHERE waiting.webhook_id = queue.webhook_id AND waiting.record_id = queue.record_id AND waiting.status = 'pending'
        ORDER BY waiting.sequence LIMIT 1) AS head)`.execute(db);
};

/** How many deliveries one transaction adds. */
const AT_ONCE = 1_000;

/** Adds deliveries in their order; existing ones stay as they are. Those of records wait for {@link releaseHeads}. */
export const addDeliveries = async (db: Database, deliveries: readonly NewDelivery[]): Promise<void> => {
  // One goes to many webhooks.
  const messages = [...new Map(deliveries.map((delivery) => [delivery.messageId, delivery])).values()];
  // A statement of its own: what another process adds at the same time is there for the next one.
  await sql`
    INSERT INTO webhook_messages (message_id, type, body)
    SELECT * FROM unnest(
      ${messages.map(({ messageId }) => messageId)}::text[], ${messages.map(({ type }) => type)}::text[],
      ${messages.map(({ body }) => body)}::text[])
    ON CONFLICT (message_id) DO NOTHING`.execute(db);
  await sql`
    INSERT INTO webhook_deliveries (id, webhook_id, event_id, message_id, record_id, next_attempt_at)
    SELECT id, webhook_id, event_id, message_id, record_id, CASE WHEN record_id IS NULL THEN ${NOW} END
    FROM ROWS FROM (unnest(
        ${deliveries.map(() => newId())}::uuid[], ${deliveries.map(({ webhookId }) => webhookId)}::uuid[],
        ${deliveries.map(({ eventId }) => eventId?.toString() ?? null)}::bigint[],
        ${deliveries.map(({ messageId }) => messageId)}::text[], ${deliveries.map(({ recordId }) => recordId)}::uuid[]
      )) WITH ORDINALITY AS delivery (id, webhook_id, event_id, message_id, record_id, place)
    ORDER BY place
    ON CONFLICT (webhook_id, event_id) DO NOTHING`.execute(db);
};

/** Deliveries with their messages. */
export const deliveriesOf = (db: Database) =>
  db
    .selectFrom('webhookDeliveries')
    .innerJoin('webhookMessages', 'webhookMessages.messageId', 'webhookDeliveries.messageId')
    .selectAll('webhookDeliveries')
    .select(['webhookMessages.type', 'webhookMessages.body']);

/**
 * Adds deliveries in their order, a thousand in one transaction; existing ones stay as they are. Meanwhile the webhooks of the thousand
 * are locked, and attempts wait with their results.
 */
export const insertDeliveries = async (db: Database, deliveries: readonly NewDelivery[]): Promise<void> => {
  for (let from = 0; from < deliveries.length; from += AT_ONCE) {
    const some = deliveries.slice(from, from + AT_ONCE);
    await db.transaction().execute(async (transaction) => {
      await lockWebhooks(
        transaction,
        some.map(({ webhookId }) => webhookId),
      );
      await addDeliveries(transaction, some);
      await releaseHeads(transaction, some);
    });
  }
};

/** How many deliveries one statement removes: there may be millions. */
const DELETED_AT_ONCE = 5_000;

/** Removes deliveries in batches, each in a transaction of its own. @param which a condition on them */
export const deleteDeliveries = (db: Database, which: RawBuilder<unknown>): Promise<void> =>
  deleteInBatches(
    db,
    DELETED_AT_ONCE,
    sql`DELETE FROM webhook_deliveries WHERE id IN (SELECT id FROM webhook_deliveries WHERE ${which} LIMIT ${DELETED_AT_ONCE})`,
  );

/** Removes messages from before a moment that no delivery refers to, in batches. @param before Unix seconds */
export const deleteUnusedMessages = (db: Database, before: number): Promise<void> =>
  deleteInBatches(
    db,
    DELETED_AT_ONCE,
    sql`DELETE FROM webhook_messages WHERE message_id IN (
      SELECT message_id FROM webhook_messages AS message WHERE created_at < ${before} AND NOT EXISTS (
        SELECT FROM webhook_deliveries WHERE webhook_deliveries.message_id = message.message_id) LIMIT ${DELETED_AT_ONCE})`,
  );
