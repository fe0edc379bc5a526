import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../create-database.js';
import { deleteInBatches, newId, NOW } from '../statements.js';
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

/** The messages of deliveries, each once: one goes to many webhooks. @returns them, and which one each delivery has, from 1 */
const messagesOf = (deliveries: readonly NewDelivery[]) => {
  const numbers = new Map<string, number>();
  const messages: NewDelivery[] = [];
  const numberOf = deliveries.map((delivery) => {
    const known = numbers.get(delivery.messageId);
    if (known !== undefined) return known;
    const number = messages.push(delivery);
    numbers.set(delivery.messageId, number);
    return number;
  });
  return { messages, numberOf };
};

/** Adds deliveries in their order; existing ones stay as they are. Those of records wait for {@link releaseHeads}. */
export const addDeliveries = async (db: Database, deliveries: readonly NewDelivery[]): Promise<void> => {
  const { messages, numberOf } = messagesOf(deliveries);
  await sql`
    INSERT INTO webhook_deliveries (id, webhook_id, event_id, message_id, record_id, type, body, next_attempt_at)
    SELECT delivery.id, delivery.webhook_id, message.event_id, message.message_id, message.record_id, message.type, message.body,
      CASE WHEN message.record_id IS NULL THEN ${NOW} END
    FROM ROWS FROM (unnest(
        ${deliveries.map(() => newId())}::uuid[], ${deliveries.map(({ webhookId }) => webhookId)}::uuid[], ${numberOf}::integer[]
      )) WITH ORDINALITY AS delivery (id, webhook_id, message, place)
    JOIN ROWS FROM (unnest(
        ${messages.map(({ eventId }) => eventId?.toString() ?? null)}::bigint[], ${messages.map(({ messageId }) => messageId)}::text[],
        ${messages.map(({ recordId }) => recordId)}::uuid[], ${messages.map(({ type }) => type)}::text[], ${messages.map(({ body }) => body)}::text[]
      )) WITH ORDINALITY AS message (event_id, message_id, record_id, type, body, number) ON message.number = delivery.message
    ORDER BY delivery.place
    ON CONFLICT (webhook_id, event_id) DO NOTHING`.execute(db);
};

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
