import type { Selectable } from 'kysely';
import type { WebhookDeliveriesTable, WebhooksTable } from './webhook-tables.js';

type Row = Selectable<WebhooksTable>;

const previousOf = ({ previousSecret: secret, previousUntil: until }: Row) =>
  secret === null || until === null ? null : { secret, until };

const disabledOf = ({ disabledReason: reason, disabledAt: at }: Row) =>
  reason === null || at === null ? null : { reason, at };

/** A webhook as its row says. Times are Unix seconds. */
export type WebhookRecord = Readonly<
  Omit<
    Row,
    'createdFrom' | 'resumeAt' | 'updatedAt' | 'previousSecret' | 'previousUntil' | 'disabledReason' | 'disabledAt'
  >
> & {
  /** Signs as well until then; null unless the secret was rotated. */
  readonly previousSecret: Readonly<ReturnType<typeof previousOf>>;
  readonly disabled: Readonly<ReturnType<typeof disabledOf>>;
};

/** The fixed part of a webhook. */
export type NewWebhook = Pick<
  WebhookRecord,
  | ('owner' | 'ownerHash' | 'url' | 'description' | 'address' | 'partyHash' | 'recordId')
  | ('products' | 'kinds' | 'secret' | 'afterEvent')
>;

/** A delivery as it is stored. */
export type DeliveryRecord = Readonly<Selectable<WebhookDeliveriesTable>>;

/** One event for one webhook. */
export type NewDelivery = Pick<DeliveryRecord, 'webhookId' | 'eventId' | 'messageId' | 'recordId' | 'type' | 'body'>;

/** Reads a row. */
export const toWebhookRecord = (row: Row): WebhookRecord => ({
  disabled: disabledOf(row),
  ...row,
  previousSecret: previousOf(row),
});
