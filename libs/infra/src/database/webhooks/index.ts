export {
  createDeliveryQueue,
  type DeliveryOutcome,
  type DeliveryQueue,
  type EventSubjects,
} from './delivery-queue.repository.js';
export type { DeliveryRecord, NewDelivery, NewWebhook, WebhookRecord } from './webhook-record.js';
export type { DeliveryStatus, WebhookStatus } from './webhook-tables.js';
export { createWebhooksRepository, type WebhooksRepository } from './webhooks.repository.js';
