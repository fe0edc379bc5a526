import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { DatabaseSeconds, NullableSeconds, Optional, Seconds } from '../columns.js';

export type WebhookStatus = 'active' | 'disabled';
/** `failed`: no further attempt is made. */
export type DeliveryStatus = 'pending' | 'delivered' | 'failed';

/** Where events are sent to, and which. */
export interface WebhooksTable {
  id: string;
  /** Cash address of the proven caller who registered it. */
  owner: string;
  /** What the owner is compared by. */
  owner_hash: string;
  /** The network it was registered from, as a digest. */
  created_from: Optional<string>;
  url: string;
  description: Optional<string>;
  address: Optional<string>;
  /** What parties of events are compared with the address by. */
  party_hash: Optional<string>;
  record_id: Optional<string>;
  /** Words separated by commas. */
  products: Optional<string>;
  kinds: Optional<string>;
  secret: string;
  /** Signs as well for a while after a rotation. */
  previous_secret: Optional<string>;
  previous_until: NullableSeconds;
  status: Generated<WebhookStatus>;
  disabled_reason: Optional<string>;
  disabled_at: NullableSeconds;
  /** In a row. */
  failures: Generated<number>;
  failing_since: NullableSeconds;
  /** Nothing is sent before. */
  resume_at: ColumnType<bigint, number | bigint | undefined, number | bigint>;
  /** Only events after this position. */
  after_event: ColumnType<bigint, bigint, bigint>;
  created_at: DatabaseSeconds;
  updated_at: DatabaseSeconds;
}

/** One event for one webhook. */
export interface WebhookDeliveriesTable {
  id: string;
  sequence: GeneratedAlways<bigint>;
  webhook_id: string;
  /** Null for a test. */
  event_id: ColumnType<bigint | null, bigint | null, never>;
  /** The same in every attempt. */
  message_id: string;
  record_id: Optional<string>;
  type: string;
  body: string;
  status: Generated<DeliveryStatus>;
  attempts: Generated<number>;
  first_attempt_at: NullableSeconds;
  last_attempt_at: NullableSeconds;
  /** Null where an earlier one of its record waits, and of what is settled. */
  next_attempt_at: NullableSeconds;
  response_status: Optional<number>;
  error: Optional<string>;
  created_at: DatabaseSeconds;
}

/** One row: up to which event there are deliveries. */
export interface WebhookProgressTable {
  is_only: GeneratedAlways<boolean>;
  dispatched_through: Seconds;
}

export interface WebhookTables {
  webhooks: WebhooksTable;
  webhook_deliveries: WebhookDeliveriesTable;
  webhook_progress: WebhookProgressTable;
}
