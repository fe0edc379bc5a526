import Type, { type Static } from 'typebox';
import { eventFilters } from '../events/list-events.schema.js';
import { callerProven } from '../shared/caller.js';
import { PLAIN_TEXT } from '../shared/fields.schema.js';
import { CreationHeaders, NoFields, RequestBody } from '../shared/requests.schema.js';
import { route } from '../shared/route.js';
import {
  DeliveryParams,
  DeliveryResponse,
  ListDeliveriesResponse,
  ListWebhooksResponse,
  RegisterWebhookResponse,
  RemoveWebhookResponse,
  WebhookParams,
  WebhookResponse,
  WebhookSecretResponse,
} from './webhook.schema.js';

const common = { tags: ['webhooks'], security: callerProven } as const;

export const RegisterWebhookBody = RequestBody({
  url: Type.String({
    minLength: 1,
    maxLength: 2_048,
    description: 'Where to: https, on a public address.',
    examples: ['https://app.example/weir'],
  }),
  description: Type.Optional(Type.String({ maxLength: 200, pattern: PLAIN_TEXT })),
  ...eventFilters,
});
export type RegisterWebhookBody = Static<typeof RegisterWebhookBody>;

export const registerWebhook = route({
  ...common,
  operationId: 'registerWebhook',
  summary: 'Register a webhook',
  description:
    'Events that match all filters, and that the caller may see, are sent from now on: at least once, those of a record in their order, signed as Standard Webhooks has it. What fails is tried again, with growing pauses, for three days.',
  headers: CreationHeaders,
  body: RegisterWebhookBody,
  response: { 200: RegisterWebhookResponse },
  errors: ['INVALID_ADDRESS', 'WEBHOOK_LIMIT_REACHED'],
});

export const listWebhooks = route({
  ...common,
  operationId: 'listWebhooks',
  summary: "List the caller's webhooks",
  response: { 200: ListWebhooksResponse },
});

export const getWebhook = route({
  ...common,
  operationId: 'getWebhook',
  summary: 'Get a webhook',
  params: WebhookParams,
  response: { 200: WebhookResponse },
});

export const testWebhook = route({
  ...common,
  operationId: 'testWebhook',
  summary: 'Have a test message sent',
  description: 'A message of type `webhook.test`, which stands among the deliveries.',
  params: WebhookParams,
  body: NoFields,
  response: { 200: WebhookResponse },
  errors: ['WRONG_STATE'],
});

export const rotateWebhookSecret = route({
  ...common,
  operationId: 'rotateWebhookSecret',
  summary: 'Change the secret',
  description: 'For a day messages carry two signatures, of the new secret and of the one before.',
  params: WebhookParams,
  body: NoFields,
  response: { 200: WebhookSecretResponse },
});

export const enableWebhook = route({
  ...common,
  operationId: 'enableWebhook',
  summary: 'Enable a disabled webhook',
  description: 'What waited is sent, and what happens from now on; what happened while it was disabled is not.',
  params: WebhookParams,
  body: NoFields,
  response: { 200: WebhookResponse },
  errors: ['WRONG_STATE'],
});

export const removeWebhook = route({
  ...common,
  operationId: 'removeWebhook',
  summary: 'Remove a webhook',
  params: WebhookParams,
  body: NoFields,
  response: { 200: RemoveWebhookResponse },
});

export const listWebhookDeliveries = route({
  ...common,
  operationId: 'listWebhookDeliveries',
  summary: 'List deliveries',
  params: WebhookParams,
  querystring: Type.Object({
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, description: 'Rows a page; 50 by default.' })),
    cursor: Type.Optional(
      Type.String({ maxLength: 64, pattern: '^[\\w-]+$', description: 'The `nextCursor` of the page before.' }),
    ),
  }),
  response: { 200: ListDeliveriesResponse },
});

export const redeliver = route({
  ...common,
  operationId: 'redeliverWebhook',
  summary: 'Send a delivery again',
  params: DeliveryParams,
  body: NoFields,
  response: { 200: DeliveryResponse },
});
