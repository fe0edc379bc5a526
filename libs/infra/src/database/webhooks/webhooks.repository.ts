import { sql } from 'kysely';
import type { Database } from '../create-database.js';
import { keepAnswer, type IdempotentResponse } from '../idempotency/idempotency.repository.js';
import { admitted, type Admission } from '../quotas/admission.js';
import { newId, NOW } from '../sql/statements.js';
import { addDeliveries, deleteDeliveries, deliveriesOf } from './deliveries.js';
import { toWebhookRecord, type NewWebhook, type WebhookRecord } from './webhook-record.js';

/** A delivery as if it had not been tried, due now. */
const FROM_THE_START = { attempts: 0, firstAttemptAt: null, nextAttemptAt: NOW } as const;

export const createWebhooksRepository = (db: Database) => ({
  /** @throws QuotaExceededError where its owner, or the network it comes from, has as many as they may */
  insert: (webhook: NewWebhook, admission: Admission, kept?: IdempotentResponse<WebhookRecord>) =>
    admitted(db, { kind: 'webhooks', admission }, async (transaction, { createdFrom }) => {
      const row = await transaction
        .insertInto('webhooks')
        .values({ ...webhook, id: newId(), createdFrom })
        .returningAll()
        .executeTakeFirstOrThrow();
      return keepAnswer(transaction, toWebhookRecord(row), kept);
    }),
  async find(id: string) {
    const row = await db.selectFrom('webhooks').selectAll().where('id', '=', id).executeTakeFirst();
    return row && toWebhookRecord(row);
  },
  async listOf(ownerHashes: readonly string[]) {
    const rows = await db
      .selectFrom('webhooks')
      .selectAll()
      .where('ownerHash', 'in', ownerHashes)
      .orderBy('createdAt')
      .orderBy('id')
      .execute();
    return rows.map(toWebhookRecord);
  },
  async remove(id: string) {
    // One statement that removed them with their webhook could take longer than it may.
    await deleteDeliveries(db, sql`webhook_id = ${id}`);
    await db.deleteFrom('webhooks').where('id', '=', id).execute();
  },
  /** Gives it another secret; the previous one goes on signing until then. */
  async rotate(id: string, secret: string, previousUntil: number) {
    const row = await db
      .updateTable('webhooks')
      .set((eb) => ({ previousSecret: eb.ref('secret'), previousUntil, secret, updatedAt: NOW }))
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst();
    return row && toWebhookRecord(row);
  },
  /**
   * Enables a disabled webhook again, for events from now on. Deliveries that were under way start over, at once: they failed as
   * long as the webhook did.
   *
   * @param afterEvent the last event it does not get
   */
  enable: (id: string, afterEvent: number) =>
    db.transaction().execute(async (transaction) => {
      const row = await transaction
        .updateTable('webhooks')
        .set({
          status: 'active',
          disabledReason: null,
          disabledAt: null,
          failures: 0,
          failingSince: null,
          resumeAt: 0,
          afterEvent,
          updatedAt: NOW,
        })
        .where('id', '=', id)
        .where('status', '=', 'disabled')
        .returningAll()
        .executeTakeFirst();
      if (row === undefined) return undefined;
      await transaction
        .updateTable('webhookDeliveries')
        .set(FROM_THE_START)
        .where('webhookId', '=', id)
        .where('nextAttemptAt', 'is not', null)
        .execute();
      return toWebhookRecord(row);
    }),
  addTest: (webhookId: string, messageId: string, type: string, body: string) =>
    // Of no record, so that it follows nothing: its webhook is not locked for it.
    addDeliveries(db, [{ webhookId, eventId: null, messageId, recordId: null, type, body }]),
  /** The newest first, those before a sequence. */
  async deliveriesOf(webhookId: string, before: number | undefined, limit: number) {
    let query = deliveriesOf(db).where('webhookId', '=', webhookId);
    if (before !== undefined) query = query.where(sql<boolean>`sequence < ${before}`);
    return query.orderBy('sequence', 'desc').limit(limit).execute();
  },
  /** Queues a settled delivery again. @returns undefined where there is none */
  async redeliver(webhookId: string, deliveryId: string) {
    await db
      .updateTable('webhookDeliveries')
      .set({ status: 'pending', ...FROM_THE_START })
      .where('id', '=', deliveryId)
      .where('webhookId', '=', webhookId)
      .where('status', '<>', 'pending')
      .execute();
    return deliveriesOf(db).where('id', '=', deliveryId).where('webhookId', '=', webhookId).executeTakeFirst();
  },
});

/** Webhooks as their owners manage them. Every method throws DatabaseUnavailableError when the database cannot be reached. */
export type WebhooksRepository = ReturnType<typeof createWebhooksRepository>;
