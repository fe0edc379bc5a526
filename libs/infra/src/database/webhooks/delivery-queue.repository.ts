import { sql, type RawBuilder, type Selectable } from 'kysely';
import { ConcurrencyLimit } from '../../concurrency.js';
import type { Database } from '../create-database.js';
import type { WebhooksTable } from '../generated/tables.js';
import { NOW } from '../sql/statements.js';
import { deleteDeliveries, deleteUnusedMessages, insertDeliveries, lockWebhooks, releaseHeads } from './deliveries.js';
import { toWebhookRecord, type DeliveryRecord, type NewDelivery } from './webhook-record.js';

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

export interface EventSubjects {
  /** Their records and what these belong to. */
  readonly recordIds: readonly string[];
  readonly partyHashes: readonly string[];
}

/** Results that are stored at once: their transactions wait while deliveries are added to the same webhook. */
const SETTLED_AT_ONCE = 2;

const countFailure = async (db: Database, webhookId: string, { rest, disable }: DeliveryOutcome): Promise<void> => {
  await sql`
    UPDATE webhooks SET failures = failures + 1, failing_since = coalesce(failing_since, ${NOW}), resume_at = ${NOW} + ${rest}::bigint,
      status = CASE WHEN ${disable}::text IS NULL THEN status ELSE 'disabled' END,
      disabled_reason = coalesce(${disable}, disabled_reason), disabled_at = CASE WHEN ${disable}::text IS NULL THEN disabled_at ELSE ${NOW} END,
      updated_at = ${NOW}
    WHERE id = ${webhookId}`.execute(db);
};

/** The first webhook by id, of those that a condition holds for, with something to be sent, now or later. */
const firstWaiting = (which: RawBuilder<boolean>) =>
  sql`SELECT webhook_id FROM webhook_deliveries WHERE next_attempt_at IS NOT NULL AND ${which} ORDER BY webhook_id LIMIT 1`;

const settle = (
  db: Database,
  { id, webhookId, recordId, firstAttemptAt }: Pick<DeliveryRecord, 'id' | 'webhookId' | 'recordId' | 'firstAttemptAt'>,
  outcome: DeliveryOutcome,
): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    await lockWebhooks(transaction, [webhookId]);
    const { status, responseStatus, error, pause } = outcome;
    const { numUpdatedRows } = await transaction
      .updateTable('webhookDeliveries')
      .set((eb) => ({
        status,
        attempts: eb('attempts', '+', 1),
        firstAttemptAt: sql<number>`coalesce(first_attempt_at, ${NOW})`,
        lastAttemptAt: NOW,
        nextAttemptAt: status === 'pending' ? sql<number>`${NOW} + ${pause}::bigint` : null,
        responseStatus,
        error,
      }))
      .where('id', '=', id)
      .where('status', '=', 'pending')
      .where(sql<boolean>`(${status} = 'delivered' OR first_attempt_at IS NOT DISTINCT FROM ${firstAttemptAt}::bigint)`)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return;
    if (status === 'delivered') {
      await transaction
        .updateTable('webhooks')
        .set({ failures: 0, failingSince: null, resumeAt: 0 })
        .where('id', '=', webhookId)
        .where('failures', '>', 0)
        .execute();
    } else await countFailure(transaction, webhookId, outcome);
    if (status !== 'pending') await releaseHeads(transaction, [{ webhookId, recordId }]);
  });

/** Builds the queue over `db`. Holds no state of its own, but what waits to be settled. */
export const createDeliveryQueue = (db: Database, settling = new ConcurrencyLimit(SETTLED_AT_ONCE)) => ({
  /** Active webhooks among some. */
  async active(ids: readonly string[]) {
    const rows = await db
      .selectFrom('webhooks')
      .selectAll()
      .where('status', '=', 'active')
      .where('id', '=', sql<string>`ANY (${[...ids]}::uuid[])`)
      .execute();
    return rows.map(toWebhookRecord);
  },
  /** Active webhooks that may ask for events of these records and parties: those of a record, of a party, and of everything. */
  async listening({ recordIds, partyHashes }: EventSubjects) {
    // One branch for each of their indexes.
    const { rows } = await sql<Selectable<WebhooksTable>>`
      SELECT * FROM webhooks WHERE status = 'active' AND record_id IS NOT NULL AND record_id = ANY (${[...recordIds]}::uuid[])
      UNION ALL
      SELECT * FROM webhooks WHERE status = 'active' AND record_id IS NULL AND party_hash IS NOT NULL AND party_hash = ANY (${[...partyHashes]}::text[])
      UNION ALL
      SELECT * FROM webhooks WHERE status = 'active' AND record_id IS NULL AND party_hash IS NULL`.execute(db);
    return rows.map(toWebhookRecord);
  },
  /** Position up to which events have deliveries. */
  async dispatchedThrough() {
    const { dispatchedThrough: through } = await db.selectFrom('webhookProgress').selectAll().executeTakeFirstOrThrow();
    return through;
  },
  /**
   * Adds deliveries, up to a thousand in one transaction, then notes up to where events were looked through. Deliveries that exist
   * already stay as they are, so that it can be repeated.
   */
  async dispatch(deliveries: readonly NewDelivery[], through: number) {
    await insertDeliveries(db, deliveries);
    await db
      .updateTable('webhookProgress')
      .set({ dispatchedThrough: through })
      .where('dispatchedThrough', '<', through)
      .execute();
  },
  /** Reads deliveries that may be sent now: up to a number per webhook, of each record only the first. */
  async due(perWebhook: number) {
    const { rows } = await sql<DeliveryRecord>`
      WITH RECURSIVE waiting (webhook_id) AS (
        SELECT (${firstWaiting(sql<boolean>`true`)})
        UNION ALL
        SELECT (${firstWaiting(sql<boolean>`webhook_id > waiting.webhook_id`)}) FROM waiting WHERE waiting.webhook_id IS NOT NULL
      )
      SELECT due.*, message.type, message.body FROM waiting JOIN webhooks ON webhooks.id = waiting.webhook_id CROSS JOIN LATERAL (
        SELECT * FROM webhook_deliveries
        WHERE webhook_id = webhooks.id AND next_attempt_at <= ${NOW}
        ORDER BY next_attempt_at, sequence LIMIT ${perWebhook}
      ) AS due JOIN webhook_messages AS message ON message.message_id = due.message_id
      WHERE webhooks.status = 'active' AND webhooks.resume_at <= ${NOW}
      ORDER BY due.next_attempt_at, due.sequence`.execute(db);
    return rows;
  },
  /**
   * Records the result of an attempt, and what follows from it. A failure of a delivery that began again meanwhile, because its
   * webhook was enabled again, counts for nothing: it was sent to what has been fixed since.
   */
  settle: (
    delivery: Pick<DeliveryRecord, 'id' | 'webhookId' | 'recordId' | 'firstAttemptAt'>,
    outcome: DeliveryOutcome,
  ) => settling.run(() => settle(db, delivery, outcome)),
  /**
   * Drops settled deliveries from before a moment, with them those that wait for a webhook which was disabled before it, and the
   * messages that no delivery refers to any more.
   *
   * @param before Unix seconds
   */
  async dropBefore(before: number) {
    await deleteDeliveries(
      db,
      sql`created_at < ${before} AND (status <> 'pending' OR EXISTS (
        SELECT FROM webhooks WHERE webhooks.id = webhook_id AND webhooks.disabled_at < ${before}))`,
    );
    await deleteUnusedMessages(db, before);
  },
});

/** The queue of deliveries, for the one process that sends them. */
export type DeliveryQueue = ReturnType<typeof createDeliveryQueue>;
