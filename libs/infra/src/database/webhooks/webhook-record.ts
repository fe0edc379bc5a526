import type { Selectable } from 'kysely';
import type { DeliveryStatus, WebhookDeliveriesTable, WebhooksTable, WebhookStatus } from './webhook-tables.js';

/** The fixed part of a webhook. */
export interface NewWebhook {
  /** Cash address. */
  readonly owner: string;
  readonly ownerHash: string;
  readonly url: string;
  readonly description: string | null;
  readonly address: string | null;
  /** What the address is compared by. */
  readonly partyHash: string | null;
  readonly recordId: string | null;
  readonly products: string | null;
  readonly kinds: string | null;
  readonly secret: string;
  /** The last event it does not get. */
  readonly afterEvent: number;
}

/** A webhook as the database stores it. Times are Unix seconds. */
export interface WebhookRecord extends NewWebhook {
  readonly id: string;
  readonly previousSecret: { readonly secret: string; readonly until: number } | null;
  readonly status: WebhookStatus;
  readonly disabled: { readonly reason: string; readonly at: number } | null;
  readonly failures: number;
  readonly failingSince: number | null;
  readonly createdAt: number;
}

/** One event for one webhook. */
export interface NewDelivery {
  readonly webhookId: string;
  /** Null for a test. */
  readonly eventId: number | null;
  readonly messageId: string;
  readonly recordId: string | null;
  readonly type: string;
  readonly body: string;
}

/** A delivery as it is stored. */
export interface DeliveryRecord extends NewDelivery {
  readonly id: string;
  readonly sequence: number;
  readonly status: DeliveryStatus;
  readonly attempts: number;
  readonly firstAttemptAt: number | null;
  readonly lastAttemptAt: number | null;
  readonly nextAttemptAt: number | null;
  readonly responseStatus: number | null;
  readonly error: string | null;
  readonly createdAt: number;
}

const seconds = (value: number | null): number | null => (value === null ? null : value);

/** Converts a row to a webhook. */
export const toWebhookRecord = (row: Selectable<WebhooksTable>): WebhookRecord => ({
  id: row.id,
  owner: row.owner,
  ownerHash: row.ownerHash,
  url: row.url,
  description: row.description,
  address: row.address,
  partyHash: row.partyHash,
  recordId: row.recordId,
  products: row.products,
  kinds: row.kinds,
  secret: row.secret,
  afterEvent: row.afterEvent,
  previousSecret:
    row.previousSecret === null || row.previousUntil === null
      ? null
      : { secret: row.previousSecret, until: row.previousUntil },
  status: row.status,
  disabled:
    row.disabledReason === null || row.disabledAt === null ? null : { reason: row.disabledReason, at: row.disabledAt },
  failures: row.failures,
  failingSince: seconds(row.failingSince),
  createdAt: row.createdAt,
});

/** Converts a row to a delivery. */
export const toDeliveryRecord = (row: Selectable<WebhookDeliveriesTable>): DeliveryRecord => ({
  id: row.id,
  sequence: row.sequence,
  webhookId: row.webhookId,
  eventId: row.eventId,
  messageId: row.messageId,
  recordId: row.recordId,
  type: row.type,
  body: row.body,
  status: row.status,
  attempts: row.attempts,
  firstAttemptAt: seconds(row.firstAttemptAt),
  lastAttemptAt: seconds(row.lastAttemptAt),
  nextAttemptAt: seconds(row.nextAttemptAt),
  responseStatus: row.responseStatus,
  error: row.error,
  createdAt: row.createdAt,
});
