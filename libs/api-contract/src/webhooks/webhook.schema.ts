import Type, { type Static } from 'typebox';
import { eventFilters } from '../events/event.schema.js';
import { PLAIN_TEXT, Success } from '../shared/fields.schema.js';
import { Nullable } from '../shared/marks.js';
import { CreationHeaders, nextCursor, NoFields, RequestBody } from '../shared/requests.schema.js';
import { callerProven, route } from '../shared/route.js';

const Seconds = (description: string) => Type.Integer({ description: `${description}, Unix seconds.` });

/** A webhook: where events are sent to. */
export const WebhookResource = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    url: Type.String(),
    description: Nullable(Type.String()),
    filter: Type.Object({
      address: Nullable(Type.String()),
      record: Nullable(Type.String()),
      product: Nullable(Type.String()),
      kind: Nullable(Type.String()),
    }),
    status: Type.Enum(['active', 'disabled'], {
      description: '`disabled` after a delivery failed for three days: see `disabledReason`, mend it, and enable it.',
    }),
    disabledReason: Nullable(Type.String()),
    disabledAt: Nullable(Seconds('Since when')),
    failures: Type.Integer({ description: 'Attempts in a row that failed.' }),
    failingSince: Nullable(Seconds('Since when they fail')),
    createdAt: Seconds('When it was registered'),
  },
  { title: 'Webhook', description: 'Where events are sent to, and which.' },
);
export type WebhookResource = Static<typeof WebhookResource>;

export const WebhookDelivery = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    messageId: Type.String({ description: 'The `webhook-id` of every attempt: of an event its id.' }),
    type: Type.String({ description: '`stream.funded`, …' }),
    status: Type.Enum(['pending', 'delivered', 'failed']),
    attempts: Type.Integer(),
    responseStatus: Nullable(Type.Integer({ description: 'Of the last attempt.' })),
    error: Nullable(Type.String({ description: 'Of the last attempt.' })),
    lastAttemptAt: Nullable(Seconds('The last attempt')),
    nextAttemptAt: Nullable(
      Seconds('The next attempt, or null while an earlier one of the same record waits, and for what is settled'),
    ),
    createdAt: Seconds('When it was made'),
    payload: Type.String({ description: 'The body, as it is sent.' }),
  },
  { title: 'WebhookDelivery', description: 'One event for one webhook.' },
);

export const WebhookParams = Type.Object({ id: Type.String({ format: 'uuid' }) });
export const DeliveryParams = Type.Object({
  id: Type.String({ format: 'uuid' }),
  deliveryId: Type.String({ format: 'uuid' }),
});

export const WebhookResponse = Type.Object(
  { success: Success(), webhook: WebhookResource },
  { title: 'WebhookResponse', description: 'A webhook.' },
);
export type WebhookResponse = Static<typeof WebhookResponse>;

export const RegisterWebhookResponse = Type.Object(
  {
    success: Success(),
    webhook: WebhookResource,
    secret: Nullable(
      Type.String({
        description:
          '`whsec_…`: the secret that signs messages. Shown only in this answer; null if the request is repeated with its Idempotency-Key (`rotate-secret` then makes a new one).',
      }),
    ),
  },
  { title: 'RegisterWebhookResponse', description: 'A new webhook with its secret.' },
);
export type RegisterWebhookResponse = Static<typeof RegisterWebhookResponse>;

export const WebhookSecretResponse = Type.Object(
  {
    success: Success(),
    webhook: WebhookResource,
    secret: Type.String({ description: '`whsec_…`: what messages are signed with. It is not shown again.' }),
  },
  { title: 'WebhookSecretResponse', description: 'A webhook with its secret.' },
);
export type WebhookSecretResponse = Static<typeof WebhookSecretResponse>;

export const ListWebhooksResponse = Type.Object(
  { success: Success(), webhooks: Type.Array(WebhookResource) },
  { title: 'ListWebhooksResponse', description: "The caller's webhooks." },
);
export type ListWebhooksResponse = Static<typeof ListWebhooksResponse>;

export const RemoveWebhookResponse = Type.Object(
  { success: Success(), id: Type.String({ format: 'uuid' }) },
  { title: 'RemoveWebhookResponse', description: 'The webhook is removed.' },
);

export const ListDeliveriesResponse = Type.Object(
  {
    success: Success(),
    deliveries: Type.Array(WebhookDelivery, { description: 'The newest first.' }),
    nextCursor: nextCursor(),
  },
  { title: 'ListDeliveriesResponse', description: 'A page of deliveries.' },
);
export type ListDeliveriesResponse = Static<typeof ListDeliveriesResponse>;

export const DeliveryResponse = Type.Object(
  { success: Success(), delivery: WebhookDelivery },
  { title: 'DeliveryResponse', description: 'A delivery that is sent again.' },
);
export type DeliveryResponse = Static<typeof DeliveryResponse>;

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

export const registerWebhook = route('webhooks', {
  security: callerProven,
  operationId: 'registerWebhook',
  summary: 'Register a webhook',
  description:
    'Events that match all filters, and that the caller may see, are sent from now on: at least once, those of a record in their order, signed as Standard Webhooks has it. What fails is tried again, with growing pauses, for three days.',
  headers: CreationHeaders,
  body: RegisterWebhookBody,
  response: { 200: RegisterWebhookResponse },
  errors: ['INVALID_ADDRESS', 'WEBHOOK_LIMIT_REACHED'],
});

export const listWebhooks = route('webhooks', {
  security: callerProven,
  operationId: 'listWebhooks',
  summary: "List the caller's webhooks",
  response: { 200: ListWebhooksResponse },
});

export const getWebhook = route('webhooks', {
  security: callerProven,
  operationId: 'getWebhook',
  summary: 'Get a webhook',
  params: WebhookParams,
  response: { 200: WebhookResponse },
});

export const testWebhook = route('webhooks', {
  security: callerProven,
  operationId: 'testWebhook',
  summary: 'Have a test message sent',
  description: 'A message of type `webhook.test`, listed among the deliveries.',
  params: WebhookParams,
  body: NoFields,
  response: { 200: WebhookResponse },
  errors: ['WRONG_STATE'],
});

export const rotateWebhookSecret = route('webhooks', {
  security: callerProven,
  operationId: 'rotateWebhookSecret',
  summary: 'Change the secret',
  description: 'For a day messages carry two signatures, of the new secret and of the one before.',
  params: WebhookParams,
  body: NoFields,
  response: { 200: WebhookSecretResponse },
});

export const enableWebhook = route('webhooks', {
  security: callerProven,
  operationId: 'enableWebhook',
  summary: 'Enable a disabled webhook',
  description: 'What waited is sent, and what happens from now on; what happened while it was disabled is not.',
  params: WebhookParams,
  body: NoFields,
  response: { 200: WebhookResponse },
  errors: ['WRONG_STATE'],
});

export const removeWebhook = route('webhooks', {
  security: callerProven,
  operationId: 'removeWebhook',
  summary: 'Remove a webhook',
  params: WebhookParams,
  body: NoFields,
  response: { 200: RemoveWebhookResponse },
});

export const listWebhookDeliveries = route('webhooks', {
  security: callerProven,
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

export const redeliver = route('webhooks', {
  security: callerProven,
  operationId: 'redeliverWebhook',
  summary: 'Send a delivery again',
  params: DeliveryParams,
  body: NoFields,
  response: { 200: DeliveryResponse },
});
