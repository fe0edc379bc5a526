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
} from '@weir/api-contract';
import type { Routes } from '@weir/http';
import type { RegisteredWebhook, Viewer, WebhooksService } from '@weir/services';
import type { RouteAccess } from '../plugins/access/access.plugin.js';
import { callerOf } from '../plugins/access/caller.js';
import type { OnceAnswers } from '../shared/once/answer-once.js';
import { originOf } from '../shared/request.js';

/** A bearer is required in either mode, since what is sent depends on who may see it. Webhooks of others answer 404. */
const WEBHOOK_ACCESS: RouteAccess = { caller: 'authenticated', role: 'anyone', states: 'any' };

const ownerOf = (request: FastifyRequest): Viewer => ({
  addresses: request.caller?.session ?? callerOf(request),
  isAuthenticated: true,
});

/** Registers the webhook routes: parse, call the use case, return its view. */
export const webhooksRoutes: Routes<{
  readonly webhooks: WebhooksService;
  readonly once: OnceAnswers;
}> = (app, { webhooks, once }, done) => {
  const config = { access: WEBHOOK_ACCESS };
  // What writes waits its client's turn.
  const writing = { access: WEBHOOK_ACCESS, work: 'expensive' } as const;
  app.get('/', { schema: listWebhooks, config }, async (request) => ({
    webhooks: await webhooks.list(ownerOf(request)),
  }));
  app.post('/', { schema: registerWebhook, config: writing }, async (request, reply) =>
    once.create(request, reply, {
      work: (kept) => webhooks.register(request.body, ownerOf(request), originOf(request), kept),
      forRepetition: (registered: RegisteredWebhook) => ({ ...registered, secret: null }),
    }),
  );
  app.get('/:id', { schema: getWebhook, config }, async (request) => ({
    webhook: await webhooks.get(request.params.id, ownerOf(request)),
  }));
  app.post('/:id/test', { schema: testWebhook, config: writing }, async (request) => ({
    webhook: await webhooks.test(request.params.id, ownerOf(request)),
  }));
  app.post('/:id/rotate-secret', { schema: rotateWebhookSecret, config: writing }, async (request) =>
    webhooks.rotate(request.params.id, ownerOf(request)),
  );
  app.post('/:id/enable', { schema: enableWebhook, config: writing }, async (request) => ({
    webhook: await webhooks.enable(request.params.id, ownerOf(request)),
  }));
  app.post('/:id/remove', { schema: removeWebhook, config: writing }, async (request) => {
    await webhooks.remove(request.params.id, ownerOf(request));
    return { id: request.params.id };
  });
  app.get('/:id/deliveries', { schema: listWebhookDeliveries, config }, async (request) =>
    webhooks.deliveries(request.params.id, request.query, ownerOf(request)),
  );
  app.post('/:id/deliveries/:deliveryId/redeliver', { schema: redeliver, config: writing }, async (request) => ({
    delivery: await webhooks.redeliver(request.params.id, request.params.deliveryId, ownerOf(request)),
  }));
  done();
};
