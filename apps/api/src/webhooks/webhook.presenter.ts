import type { WebhookDelivery, WebhookResource } from '@weir/api-contract';
import type { DeliveryRecord, WebhookView } from '@weir/services';

/** Presents a webhook without its secret. */
export const presentWebhook = (webhook: WebhookView): WebhookResource => ({
  id: webhook.id,
  url: webhook.url,
  description: webhook.description,
  filter: {
    address: webhook.address,
    record: webhook.recordId,
    product: webhook.products,
    kind: webhook.kinds,
  },
  status: webhook.status,
  disabledReason: webhook.disabled?.reason ?? null,
  disabledAt: webhook.disabled?.at ?? null,
  failures: webhook.failures,
  failingSince: webhook.failingSince,
  createdAt: webhook.createdAt,
});

/** Presents a delivery: one event for one webhook. */
export const presentDelivery = (delivery: DeliveryRecord): WebhookDelivery => ({
  id: delivery.id,
  messageId: delivery.messageId,
  type: delivery.type,
  status: delivery.status,
  attempts: delivery.attempts,
  responseStatus: delivery.responseStatus,
  error: delivery.error,
  lastAttemptAt: delivery.lastAttemptAt,
  nextAttemptAt: delivery.nextAttemptAt,
  createdAt: delivery.createdAt,
  payload: delivery.body,
});
