import type { Selectable } from 'kysely';
import type { WebhookDeliveriesTable, WebhookMessagesTable, WebhooksTable } from '../generated/tables.js';
import { columnGroup, type GroupOf } from '../sql/column-group.js';

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
