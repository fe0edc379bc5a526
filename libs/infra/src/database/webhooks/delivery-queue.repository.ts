import { sql, type Selectable } from 'kysely';
import type { Database } from '../create-database.js';
import { NOW } from '../seconds.js';
import { deleteDeliveries } from './delete-deliveries.js';
import { insertDeliveries, lockWebhooks, releaseHeads } from './insert-deliveries.js';
import {
  toDeliveryRecord,
  toWebhookRecord,
  type DeliveryRecord,
  type NewDelivery,
  type WebhookRecord,
} from './webhook-record.js';
import type { WebhookDeliveriesTable } from './webhook-tables.js';

/** The result of an attempt. */
export interface DeliveryOutcome {
  readonly status: 'delivered' | 'pending' | 'failed';
  readonly responseStatus: number | null;
  readonly error: string | null;
  /** Seconds until the next attempt. */
  readonly pause: number;
  /** Seconds for which nothing more is sent to the webhook. */
  readonly rest: number;
  /** Why the webhook is disabled with it; null where it is not. */
  readonly disable: string | null;
}

/** The queue of deliveries, for the one process that sends them. */
export interface DeliveryQueue {
  /** Webhooks that are sent to. */
  active(): Promise<readonly WebhookRecord[]>;
  /** Position up to which events have deliveries. */
  dispatchedThrough(): Promise<bigint>;
  /** Adds deliveries and notes up to where events were looked through, together. */
  dispatch(deliveries: readonly NewDelivery[], through: bigint): Promise<void>;
  /** Reads deliveries that may be sent now: up to a number per webhook, of each record only the first. */
  due(perWebhook: number): Promise<readonly DeliveryRecord[]>;
  /**
   * Records the result of an attempt, and what follows from it. A failure of a delivery that began anew meanwhile, because its
   * webhook was enabled again, counts for nothing: it was sent to what has been mended since.
   */
  settle(
    delivery: Pick<DeliveryRecord, 'id' | 'webhookId' | 'recordId' | 'firstAttemptAt'>,
    outcome: DeliveryOutcome,
  ): Promise<void>;
  /**
   * Drops settled deliveries from before a moment, and with them those that wait for a webhook which was disabled before it.
   *
   * @param before Unix seconds
   */
  dropBefore(before: number): Promise<void>;
}

const countFailure = async (db: Database, webhookId: string, { rest, disable }: DeliveryOutcome): Promise<void> => {
  await sql`
    UPDATE webhooks SET failures = failures + 1, failing_since = coalesce(failing_since, ${NOW}), resume_at = ${NOW} + ${rest}::bigint,
      status = CASE WHEN ${disable}::text IS NULL THEN status ELSE 'disabled' END,
      disabled_reason = coalesce(${disable}, disabled_reason), disabled_at = CASE WHEN ${disable}::text IS NULL THEN disabled_at ELSE ${NOW} END,
      updated_at = ${NOW}
    WHERE id = ${webhookId}`.execute(db);
};

/** Builds the queue over `db`. Holds no state of its own. */
export const createDeliveryQueue = (db: Database): DeliveryQueue => ({
  async active() {
    return (await db.selectFrom('webhooks').selectAll().where('status', '=', 'active').execute()).map(toWebhookRecord);
  },
  async dispatchedThrough() {
    const { dispatched_through: through } = await db
      .selectFrom('webhook_progress')
      .selectAll()
      .executeTakeFirstOrThrow();
    return through;
  },
  dispatch: (deliveries, through) =>
    db.transaction().execute(async (transaction) => {
      await insertDeliveries(transaction, deliveries);
      await transaction
        .updateTable('webhook_progress')
        .set({ dispatched_through: through })
        .where('dispatched_through', '<', through)
        .execute();
    }),
  async due(perWebhook) {
    const { rows } = await sql<Selectable<WebhookDeliveriesTable>>`
      SELECT due.* FROM webhooks CROSS JOIN LATERAL (
        SELECT * FROM webhook_deliveries
        WHERE webhook_id = webhooks.id AND next_attempt_at <= ${NOW}
        ORDER BY next_attempt_at, sequence LIMIT ${perWebhook}
      ) AS due
      WHERE webhooks.status = 'active' AND webhooks.resume_at <= ${NOW}
      ORDER BY due.next_attempt_at, due.sequence`.execute(db);
    return rows.map(toDeliveryRecord);
  },
  settle: ({ id, webhookId, recordId, firstAttemptAt }, outcome) =>
    db.transaction().execute(async (transaction) => {
      await lockWebhooks(transaction, [webhookId]);
      const { status, responseStatus, error, pause } = outcome;
      const { numUpdatedRows } = await transaction
        .updateTable('webhook_deliveries')
        .set((eb) => ({
          status,
          attempts: eb('attempts', '+', 1),
          first_attempt_at: sql<bigint>`coalesce(first_attempt_at, ${NOW})`,
          last_attempt_at: NOW,
          next_attempt_at: status === 'pending' ? sql<bigint>`${NOW} + ${pause}::bigint` : null,
          response_status: responseStatus,
          error,
        }))
        .where('id', '=', id)
        .where('status', '=', 'pending')
        .where(
          sql<boolean>`(${status} = 'delivered' OR first_attempt_at IS NOT DISTINCT FROM ${firstAttemptAt}::bigint)`,
        )
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return;
      if (status === 'delivered') {
        await transaction
          .updateTable('webhooks')
          .set({ failures: 0, failing_since: null, resume_at: 0 })
          .where('id', '=', webhookId)
          .where('failures', '>', 0)
          .execute();
      } else await countFailure(transaction, webhookId, outcome);
      if (status !== 'pending') await releaseHeads(transaction, [{ webhookId, recordId }]);
    }),
  async dropBefore(before) {
    await deleteDeliveries(
      db,
      sql`created_at < ${before} AND (status <> 'pending' OR EXISTS (
        SELECT FROM webhooks WHERE webhooks.id = webhook_id AND webhooks.disabled_at < ${before}))`,
    );
  },
});
