import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import {
  enableWebhook,
  getWebhook,
  listWebhookDeliveries,
  listWebhooks,
  redeliver,
  registerWebhook,
  removeWebhook,
  rotateWebhookSecret,
  testWebhook,
  type RegisterWebhookResponse,
  type WebhookSecretResponse,
} from '@weir/api-contract';
import type { RegisteredWebhook, Viewer, WebhooksService } from '@weir/services';
import { callerOf } from '../plugins/access/caller.js';
import type { RouteAccess } from '../plugins/access/route-access.js';
import type { OnceAnswers } from '../shared/once/answer-once.js';
import { originOf } from '../shared/origin.js';
import { presentDelivery, presentWebhook } from './webhook.presenter.js';

/** A bearer is required in either mode, since what is sent depends on who may see it. Webhooks of others answer 404. */
const WEBHOOK_ACCESS: RouteAccess = { caller: 'authenticated', role: 'anyone', states: 'any' };

const ownerOf = (request: FastifyRequest): Viewer => ({ address: callerOf(request), isAuthenticated: true });

const presentSecret = ({ webhook, secret }: RegisteredWebhook): WebhookSecretResponse => ({
  success: true,
  webhook: presentWebhook(webhook),
  secret,
});
const presentRegistered: (registered: RegisteredWebhook) => RegisterWebhookResponse = presentSecret;

/** Registers the webhook routes: parse, call the use case, present. */
export const webhooksRoutes: FastifyPluginCallbackTypebox<{
  readonly webhooks: WebhooksService;
  readonly once: OnceAnswers;
}> = (app, { webhooks, once }, done) => {
  const config = { access: WEBHOOK_ACCESS };
  // What writes waits its client's turn.
  const writing = { access: WEBHOOK_ACCESS, work: 'expensive' } as const;
  app.get('/', { schema: listWebhooks, config }, async (request) => ({
    success: true as const,
    webhooks: (await webhooks.list(ownerOf(request))).map(presentWebhook),
  }));
  app.post('/', { schema: registerWebhook, config: writing }, async (request, reply) =>
    once.answer(request, reply, {
      work: (kept) => webhooks.register(request.body, ownerOf(request), originOf(request), kept),
      present: presentRegistered,
      forRepetition: (body) => ({ ...body, secret: null }),
    }),
  );
  app.get('/:id', { schema: getWebhook, config }, async (request) => ({
    success: true as const,
    webhook: presentWebhook(await webhooks.get(request.params.id, ownerOf(request))),
  }));
  app.post('/:id/test', { schema: testWebhook, config: writing }, async (request) => ({
    success: true as const,
    webhook: presentWebhook(await webhooks.test(request.params.id, ownerOf(request))),
  }));
  app.post('/:id/rotate-secret', { schema: rotateWebhookSecret, config: writing }, async (request) =>
    presentSecret(await webhooks.rotate(request.params.id, ownerOf(request))),
  );
  app.post('/:id/enable', { schema: enableWebhook, config: writing }, async (request) => ({
    success: true as const,
    webhook: presentWebhook(await webhooks.enable(request.params.id, ownerOf(request))),
  }));
  app.post('/:id/remove', { schema: removeWebhook, config: writing }, async (request) => {
    await webhooks.remove(request.params.id, ownerOf(request));
    return { success: true as const, id: request.params.id };
  });
  app.get('/:id/deliveries', { schema: listWebhookDeliveries, config }, async (request) => {
    const { deliveries, nextCursor } = await webhooks.deliveries(request.params.id, request.query, ownerOf(request));
    return { success: true as const, deliveries: deliveries.map(presentDelivery), nextCursor };
  });
  app.post('/:id/deliveries/:deliveryId/redeliver', { schema: redeliver, config: writing }, async (request) => {
    const { id, deliveryId } = request.params;
    return {
      success: true as const,
      delivery: presentDelivery(await webhooks.redeliver(id, deliveryId, ownerOf(request))),
    };
  });
  done();
};
