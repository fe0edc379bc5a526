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
  readonly afterEvent: bigint;
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
  readonly eventId: bigint | null;
  readonly messageId: string;
  readonly recordId: string | null;
  readonly type: string;
  readonly body: string;
}

/** A delivery as it is stored. */
export interface DeliveryRecord extends NewDelivery {
  readonly id: string;
  readonly sequence: bigint;
  readonly status: DeliveryStatus;
  readonly attempts: number;
  readonly firstAttemptAt: number | null;
  readonly lastAttemptAt: number | null;
  readonly nextAttemptAt: number | null;
  readonly responseStatus: number | null;
  readonly error: string | null;
  readonly createdAt: number;
}

const seconds = (value: bigint | null): number | null => (value === null ? null : Number(value));

/** Converts a row to a webhook. */
export const toWebhookRecord = (row: Selectable<WebhooksTable>): WebhookRecord => ({
  id: row.id,
  owner: row.owner,
  ownerHash: row.owner_hash,
  url: row.url,
  description: row.description,
  address: row.address,
  partyHash: row.party_hash,
  recordId: row.record_id,
  products: row.products,
  kinds: row.kinds,
  secret: row.secret,
  afterEvent: row.after_event,
  previousSecret:
    row.previous_secret === null || row.previous_until === null
      ? null
      : { secret: row.previous_secret, until: Number(row.previous_until) },
  status: row.status,
  disabled:
    row.disabled_reason === null || row.disabled_at === null
      ? null
      : { reason: row.disabled_reason, at: Number(row.disabled_at) },
  failures: row.failures,
  failingSince: seconds(row.failing_since),
  createdAt: Number(row.created_at),
});

/** Converts a row to a delivery. */
export const toDeliveryRecord = (row: Selectable<WebhookDeliveriesTable>): DeliveryRecord => ({
  id: row.id,
  sequence: row.sequence,
  webhookId: row.webhook_id,
  eventId: row.event_id,
  messageId: row.message_id,
  recordId: row.record_id,
  type: row.type,
  body: row.body,
  status: row.status,
  attempts: row.attempts,
  firstAttemptAt: seconds(row.first_attempt_at),
  lastAttemptAt: seconds(row.last_attempt_at),
  nextAttemptAt: seconds(row.next_attempt_at),
  responseStatus: row.response_status,
  error: row.error,
  createdAt: Number(row.created_at),
});
