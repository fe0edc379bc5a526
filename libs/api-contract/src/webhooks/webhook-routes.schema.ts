import Type, { type Static } from 'typebox';
import { eventFilters } from '../events/list-events.schema.js';
import { callerProven } from '../shared/caller.js';
import { BODY_ERRORS, errorResponses } from '../shared/error.schema.js';
import { CREATION_ERRORS, CreationHeaders } from '../shared/idempotency.js';
import { NoFields, RequestBody } from '../shared/request-body.js';
import type { RouteSchema } from '../shared/route-schema.js';
import { PLAIN_TEXT } from '../shared/text.schema.js';
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

export const registerWebhook = {
  ...common,
  operationId: 'registerWebhook',
  summary: 'Register a webhook',
  description:
    'Events that match all filters, and that the caller may see, are sent from now on: at least once, those of a record in their order, signed as Standard Webhooks has it. What fails is tried again, with growing pauses, for three days.',
  headers: CreationHeaders,
  body: RegisterWebhookBody,
  response: {
    200: RegisterWebhookResponse,
    ...errorResponses(
      'INVALID_ADDRESS',
      'CALLER_REQUIRED',
      'WEBHOOK_LIMIT_REACHED',
      ...CREATION_ERRORS,
      ...BODY_ERRORS,
    ),
  },
} as const satisfies RouteSchema;

export const listWebhooks = {
  ...common,
  operationId: 'listWebhooks',
  summary: "List the caller's webhooks",
  response: { 200: ListWebhooksResponse, ...errorResponses('CALLER_REQUIRED') },
} as const satisfies RouteSchema;

export const getWebhook = {
  ...common,
  operationId: 'getWebhook',
  summary: 'Get a webhook',
  params: WebhookParams,
  response: { 200: WebhookResponse, ...errorResponses('CALLER_REQUIRED', 'NOT_FOUND') },
} as const satisfies RouteSchema;

export const testWebhook = {
  ...common,
  operationId: 'testWebhook',
  summary: 'Have a test message sent',
  description: 'A message of type `webhook.test`, which stands among the deliveries.',
  params: WebhookParams,
  body: NoFields,
  response: { 200: WebhookResponse, ...errorResponses('CALLER_REQUIRED', 'NOT_FOUND', 'WRONG_STATE', ...BODY_ERRORS) },
} as const satisfies RouteSchema;

export const rotateWebhookSecret = {
  ...common,
  operationId: 'rotateWebhookSecret',
  summary: 'Change the secret',
  description: 'For a day messages carry two signatures, of the new secret and of the one before.',
  params: WebhookParams,
  body: NoFields,
  response: { 200: WebhookSecretResponse, ...errorResponses('CALLER_REQUIRED', 'NOT_FOUND', ...BODY_ERRORS) },
} as const satisfies RouteSchema;

export const enableWebhook = {
  ...common,
  operationId: 'enableWebhook',
  summary: 'Enable a disabled webhook',
  description: 'What waited is sent, and what happens from now on; what happened while it was disabled is not.',
  params: WebhookParams,
  body: NoFields,
  response: { 200: WebhookResponse, ...errorResponses('CALLER_REQUIRED', 'NOT_FOUND', 'WRONG_STATE', ...BODY_ERRORS) },
} as const satisfies RouteSchema;

export const removeWebhook = {
  ...common,
  operationId: 'removeWebhook',
  summary: 'Remove a webhook',
  params: WebhookParams,
  body: NoFields,
  response: { 200: RemoveWebhookResponse, ...errorResponses('CALLER_REQUIRED', 'NOT_FOUND', ...BODY_ERRORS) },
} as const satisfies RouteSchema;

export const listWebhookDeliveries = {
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
  response: { 200: ListDeliveriesResponse, ...errorResponses('CALLER_REQUIRED', 'NOT_FOUND', 'INVALID_CURSOR') },
} as const satisfies RouteSchema;

export const redeliver = {
  ...common,
  operationId: 'redeliverWebhook',
  summary: 'Send a delivery again',
  params: DeliveryParams,
  body: NoFields,
  response: { 200: DeliveryResponse, ...errorResponses('CALLER_REQUIRED', 'NOT_FOUND', ...BODY_ERRORS) },
} as const satisfies RouteSchema;
