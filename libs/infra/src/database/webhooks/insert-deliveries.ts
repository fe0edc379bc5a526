import { sql } from 'kysely';
import type { Database } from '../create-database.js';
import { newId } from '../new-id.js';
import { NOW } from '../seconds.js';
import type { NewDelivery } from './webhook-record.js';

/** Locks webhooks in one order, so that additions and settlements of one see each other. */
export const lockWebhooks = async (db: Database, ids: readonly string[]): Promise<void> => {
  await db
    .selectFrom('webhooks')
    .select('id')
    .where('id', 'in', [...new Set(ids)])
    .orderBy('id')
    .forUpdate()
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
      FROM unnest(${queues.map(({ webhookId }) => webhookId)}::uuid[], ${queues.map(({ recordId }) => recordId)}::uuid[]) AS queue (webhook_id, record_id)
      CROSS JOIN LATERAL (
        SELECT id FROM webhook_deliveries AS waiting
        WHERE waiting.webhook_id = queue.webhook_id AND waiting.record_id = queue.record_id AND waiting.status = 'pending'
        ORDER BY waiting.sequence LIMIT 1) AS head)`.execute(db);
};

/** Adds deliveries in their order; existing ones stay as they are. @param db a transaction */
export const insertDeliveries = async (db: Database, deliveries: readonly NewDelivery[]): Promise<void> => {
  if (deliveries.length === 0) return;
  await lockWebhooks(
    db,
    deliveries.map(({ webhookId }) => webhookId),
  );
  for (const { webhookId, eventId, messageId, recordId, type, body } of deliveries) {
    await db
      .insertInto('webhook_deliveries')
      .values({
        id: newId(),
        webhook_id: webhookId,
        event_id: eventId,
        message_id: messageId,
        record_id: recordId,
        type,
        body,
        ...(recordId === null && { next_attempt_at: NOW }),
      })
      .onConflict((conflict) => conflict.columns(['webhook_id', 'event_id']).doNothing())
      .execute();
  }
  await releaseHeads(db, deliveries);
};
