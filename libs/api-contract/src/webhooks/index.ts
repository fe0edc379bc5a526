export {
  enableWebhook,
  getWebhook,
  listWebhookDeliveries,
  listWebhooks,
  redeliver,
  registerWebhook,
  removeWebhook,
  rotateWebhookSecret,
  testWebhook,
  type RegisterWebhookBody,
} from './webhook-routes.schema.js';
export type {
  DeliveryResponse,
  ListDeliveriesResponse,
  ListWebhooksResponse,
  RegisterWebhookResponse,
  RemoveWebhookResponse,
  WebhookDelivery,
  WebhookResource,
  WebhookResponse,
  WebhookSecretResponse,
} from './webhook.schema.js';
