import type { ColumnType, Generated, GeneratedAlways, Selectable } from 'kysely';
import { columnGroup, type GroupOf } from '../column-group.js';
import type { DatabaseSeconds, NullableSeconds, Optional, Seconds } from '../columns.js';

type WebhookStatus = 'active' | 'disabled';
/** `failed`: no further attempt is made. */
type DeliveryStatus = 'pending' | 'delivered' | 'failed';

/** Where events are sent to, and which. */
export interface WebhooksTable {
  id: string;
  /** Cash address of the proven caller who registered it. */
  owner: string;
  /** What the owner is compared by. */
  ownerHash: string;
  /** The network it was registered from, as a digest. */
  createdFrom: Optional<string>;
  url: string;
  description: Optional<string>;
  address: Optional<string>;
  /** What parties of events are compared with the address by. */
  partyHash: Optional<string>;
  recordId: Optional<string>;
  /** Words separated by commas. */
  products: Optional<string>;
  kinds: Optional<string>;
  secret: string;
  /** Signs as well for a while after a rotation. */
  previousSecret: Optional<string>;
  previousUntil: NullableSeconds;
  status: Generated<WebhookStatus>;
  disabledReason: Optional<string>;
  disabledAt: NullableSeconds;
  /** In a row. */
  failures: Generated<number>;
  failingSince: NullableSeconds;
  /** Nothing is sent before. */
  resumeAt: Generated<number>;
  /** Only events after this position. */
  afterEvent: number;
  createdAt: DatabaseSeconds;
  updatedAt: DatabaseSeconds;
}

/** What is sent, once for all webhooks that it goes to. */
export interface WebhookMessagesTable {
  /** The same in every attempt. */
  messageId: string;
  type: string;
  body: string;
  createdAt: DatabaseSeconds;
}

/** One event for one webhook. */
export interface WebhookDeliveriesTable {
  id: string;
  sequence: GeneratedAlways<number>;
  webhookId: string;
  /** Null for a test. */
  eventId: ColumnType<number | null, number | null, never>;
  messageId: string;
  recordId: Optional<string>;
  status: Generated<DeliveryStatus>;
  attempts: Generated<number>;
  firstAttemptAt: NullableSeconds;
  lastAttemptAt: NullableSeconds;
  /** Null where an earlier one of its record waits, and of what is settled. */
  nextAttemptAt: NullableSeconds;
  responseStatus: Optional<number>;
  error: Optional<string>;
  createdAt: DatabaseSeconds;
}

/** One row: up to which event there are deliveries. */
interface WebhookProgressTable {
  isOnly: GeneratedAlways<boolean>;
  dispatchedThrough: Seconds;
}

export interface WebhookTables {
  webhooks: WebhooksTable;
  webhookMessages: WebhookMessagesTable;
  webhookDeliveries: WebhookDeliveriesTable;
  webhookProgress: WebhookProgressTable;
}

type Row = Selectable<WebhooksTable>;

const previousColumns = columnGroup<Row>()({ secret: 'previousSecret', until: 'previousUntil' });
const disabledColumns = columnGroup<Row>()({ reason: 'disabledReason', at: 'disabledAt' });

/** A webhook as its row says. Times are Unix seconds. */
export type WebhookRecord = Readonly<
  Omit<
    Row,
    'createdFrom' | 'resumeAt' | 'updatedAt' | 'previousSecret' | 'previousUntil' | 'disabledReason' | 'disabledAt'
  >
> & {
  /** Signs as well until then; null unless the secret was rotated. */
  readonly previousSecret: GroupOf<typeof previousColumns> | null;
  readonly disabled: GroupOf<typeof disabledColumns> | null;
};

/** The fixed part of a webhook. */
export type NewWebhook = Pick<
  WebhookRecord,
  | ('owner' | 'ownerHash' | 'url' | 'description' | 'address' | 'partyHash' | 'recordId')
  | ('products' | 'kinds' | 'secret' | 'afterEvent')
>;

/** A delivery with its message. */
export type DeliveryRecord = Readonly<
  Selectable<WebhookDeliveriesTable> & Pick<Selectable<WebhookMessagesTable>, 'type' | 'body'>
>;

/** One event for one webhook. */
export type NewDelivery = Pick<DeliveryRecord, 'webhookId' | 'eventId' | 'messageId' | 'recordId' | 'type' | 'body'>;

export const toWebhookRecord = (row: Row): WebhookRecord => ({
  disabled: disabledColumns.read(row),
  ...row,
  previousSecret: previousColumns.read(row),
});
