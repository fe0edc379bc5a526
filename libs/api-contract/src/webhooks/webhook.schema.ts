import Type, { type Static } from 'typebox';
import { MAX_PAGE_ROWS, MAX_URL_LENGTH } from '@weir/kinds';
import { eventFilters } from '../events/event.schema.js';
import {
  Answer,
  AnyAddress,
  Integer,
  IntegerOrNull,
  Named,
  PLAIN_TEXT,
  Text,
  TextOrNull,
  Uuid,
} from '../shared/fields.schema.js';
import { Nullable } from '../shared/marks.js';
import { CreationHeaders, nextCursor, NoFields, RequestBody } from '../shared/requests.schema.js';
import { callerProven, type Declaration, route } from '../shared/route.js';

const Seconds = (description: string) => Integer(`${description}, Unix seconds.`);

export const WebhookResource = Named('Webhook', 'Where events are sent to, and which.', {
  id: Uuid(),
  url: Type.String(),
  description: Nullable(Type.String()),
  filter: Type.Object({
    address: Nullable(Type.String()),
    record: Nullable(Type.String()),
    product: Nullable(Type.String()),
    kind: Nullable(Type.String()),
  }),
  status: Type.Enum(['active', 'disabled'], {
    description: '`disabled` after a delivery failed for three days: see `disabledReason`, fix it, and enable it.',
  }),
  disabledReason: Nullable(Type.String()),
  disabledAt: Nullable(Seconds('Since when')),
  failures: Integer('Attempts in a row that failed.'),
  failingSince: Nullable(Seconds('Since when they fail')),
  createdAt: Seconds('When it was registered'),
});

export const WebhookDelivery = Named('WebhookDelivery', 'One event for one webhook.', {
  id: Uuid(),
  messageId: Text('The `webhook-id` of every attempt: of an event its id.'),
  type: Text('`stream.funded`, …'),
  status: Type.Enum(['pending', 'delivered', 'failed']),
  attempts: Type.Integer(),
  responseStatus: IntegerOrNull('Of the last attempt.'),
  error: TextOrNull('Of the last attempt.'),
  lastAttemptAt: Nullable(Seconds('The last attempt')),
  nextAttemptAt: Nullable(
    Seconds('The next attempt, or null while an earlier one of the same record waits, and for what is settled'),
  ),
  createdAt: Seconds('When it was made'),
  payload: Text('The body, as it is sent.'),
});

export const WebhookParams = Type.Object({ id: Uuid() });
export const DeliveryParams = Type.Object({ id: Uuid(), deliveryId: Uuid() });

export const WebhookResponse = Answer('WebhookResponse', 'A webhook.', { webhook: WebhookResource });
export type WebhookResponse = Static<typeof WebhookResponse>;

export const RegisterWebhookResponse = Answer('RegisterWebhookResponse', 'A new webhook with its secret.', {
  webhook: WebhookResource,
  secret: TextOrNull(
    '`whsec_…`: the secret that signs messages. Shown only in this answer; null if the request is repeated with its Idempotency-Key (`rotate-secret` then makes a new one).',
  ),
});
export type RegisterWebhookResponse = Static<typeof RegisterWebhookResponse>;

export const WebhookSecretResponse = Answer('WebhookSecretResponse', 'A webhook with its secret.', {
  webhook: WebhookResource,
  secret: Text('`whsec_…`: what messages are signed with. It is not shown again.'),
});
export type WebhookSecretResponse = Static<typeof WebhookSecretResponse>;

export const ListWebhooksResponse = Answer('ListWebhooksResponse', "The caller's webhooks.", {
  webhooks: Type.Array(WebhookResource),
});
export type ListWebhooksResponse = Static<typeof ListWebhooksResponse>;

export const RemoveWebhookResponse = Answer('RemoveWebhookResponse', 'The webhook is removed.', { id: Uuid() });

export const ListDeliveriesResponse = Answer('ListDeliveriesResponse', 'A page of deliveries.', {
  deliveries: Type.Array(WebhookDelivery, { description: 'The newest first.' }),
  nextCursor: nextCursor(),
});
export type ListDeliveriesResponse = Static<typeof ListDeliveriesResponse>;

export const DeliveryResponse = Answer('DeliveryResponse', 'A delivery that is sent again.', {
  delivery: WebhookDelivery,
});
export type DeliveryResponse = Static<typeof DeliveryResponse>;

export const RegisterWebhookBody = RequestBody({
  url: Type.String({
    minLength: 1,
    maxLength: MAX_URL_LENGTH,
    description: 'Where to: https, on a public address.',
    examples: ['https://app.example/weir'],
  }),
  description: Type.Optional(Type.String({ maxLength: 200, pattern: PLAIN_TEXT })),
  address: Type.Optional(AnyAddress('Only events of which this address is a party.')),
  ...eventFilters,
});

/** A route of a webhook's owner, who is proven in every mode. */
const owned = <const Route extends Declaration>(declared: Route) =>
  route('webhooks', { security: callerProven, ...declared });

export const registerWebhook = owned({
  operationId: 'registerWebhook',
  summary: 'Register a webhook',
  description:
    'Events that match all filters, and that the caller may see, are sent from now on: at least once, those of a record in their order, signed as Standard Webhooks has it. What fails is tried again, with growing pauses, for three days.',
  headers: CreationHeaders,
  body: RegisterWebhookBody,
  response: { 200: RegisterWebhookResponse },
  errors: ['INVALID_ADDRESS', 'WEBHOOK_LIMIT_REACHED'],
});

export const listWebhooks = owned({
  operationId: 'listWebhooks',
  summary: "List the caller's webhooks",
  description: 'Without their secrets, each of which is shown only once.',
  response: { 200: ListWebhooksResponse },
});

export const getWebhook = owned({
  operationId: 'getWebhook',
  summary: 'Get a webhook',
  description: 'Its filters and whether it is sent to; `disabledReason` says why it is not.',
  params: WebhookParams,
  response: { 200: WebhookResponse },
});

export const testWebhook = owned({
  operationId: 'testWebhook',
  summary: 'Have a test message sent',
  description: 'A message of type `webhook.test`, listed among the deliveries.',
  params: WebhookParams,
  body: NoFields,
  response: { 200: WebhookResponse },
  errors: ['WRONG_STATE'],
});

export const rotateWebhookSecret = owned({
  operationId: 'rotateWebhookSecret',
  summary: 'Change the secret',
  description: 'For a day messages carry two signatures, of the new secret and of the one before.',
  params: WebhookParams,
  body: NoFields,
  response: { 200: WebhookSecretResponse },
});

export const enableWebhook = owned({
  operationId: 'enableWebhook',
  summary: 'Enable a disabled webhook',
  description: 'What waited is sent, and what happens from now on; what happened while it was disabled is not.',
  params: WebhookParams,
  body: NoFields,
  response: { 200: WebhookResponse },
  errors: ['WRONG_STATE'],
});

export const removeWebhook = owned({
  operationId: 'removeWebhook',
  summary: 'Remove a webhook',
  description: 'Nothing more is sent to it, not even what waits.',
  params: WebhookParams,
  body: NoFields,
  response: { 200: RemoveWebhookResponse },
});

export const listWebhookDeliveries = owned({
  operationId: 'listWebhookDeliveries',
  summary: 'List deliveries',
  description: 'What was sent, what failed and what waits, for as long as events are kept.',
  params: WebhookParams,
  querystring: Type.Object({
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: MAX_PAGE_ROWS, description: 'Rows a page; 50 by default.' }),
    ),
    cursor: Type.Optional(
      Type.String({ maxLength: 64, pattern: '^[\\w-]+$', description: 'The `nextCursor` of the page before.' }),
    ),
  }),
  response: { 200: ListDeliveriesResponse },
});

export const redeliver = owned({
  operationId: 'redeliverWebhook',
  summary: 'Send a delivery again',
  description: 'With the same `webhook-id` as before, and the payload of then.',
  params: DeliveryParams,
  body: NoFields,
  response: { 200: DeliveryResponse },
});
