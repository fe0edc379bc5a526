import type { Connection } from '../connection/connection.js';
import { filtersOf } from '../shared/event-filters.js';
import { allRows, PAGE } from '../shared/pages.js';
import { createMemberAsk } from '../steps/wallet-of.js';
import type { AbortOptions } from '../types/verbs.types.js';
import type { WebhookHandle, Webhooks } from '../types/webhooks.types.js';
import type { Wallet } from '../wallet.js';

/** Creates the `ask` of owners, proven in every mode: what is sent depends on who may see it. */
const createOwnerAsk = (connection: Connection) => createMemberAsk(connection, { isProven: true });

/** Creates the handle of a webhook. @param id of the webhook */
export const createWebhookHandle = (connection: Connection, id: string): WebhookHandle => {
  const { api } = connection;
  const askAs = createOwnerAsk(connection);
  const params = { path: { id } };
  const deliveriesPage: WebhookHandle['deliveriesPage'] = (query = {}, wallet, options) =>
    askAs(wallet, options, (sent) =>
      api.GET('/api/webhooks/{id}/deliveries', { ...sent, params: { ...params, query } }),
    );
  const change = async (what: 'test' | 'enable', wallet: Wallet | undefined, options: AbortOptions | undefined) => {
    const { webhook } = await askAs(wallet, options, (sent) =>
      api.POST(`/api/webhooks/{id}/${what}`, { ...sent, params, body: {} }),
    );
    return webhook;
  };
  return {
    id,
    deliveriesPage,
    deliveries: (wallet) =>
      allRows(
        (cursor) => deliveriesPage({ limit: PAGE, cursor }, wallet),
        ({ deliveries }) => deliveries,
      ),
    async get(wallet, options) {
      return (await askAs(wallet, options, (sent) => api.GET('/api/webhooks/{id}', { ...sent, params }))).webhook;
    },
    test: (wallet, options) => change('test', wallet, options),
    enable: (wallet, options) => change('enable', wallet, options),
    rotate: (wallet, options) =>
      askAs(wallet, options, (sent) => api.POST('/api/webhooks/{id}/rotate-secret', { ...sent, params, body: {} }), {
        // Twice would be two secrets, of which nobody knows the first.
        isRepeatable: false,
      }),
    async remove(wallet, options) {
      await askAs(wallet, options, (sent) => api.POST('/api/webhooks/{id}/remove', { ...sent, params, body: {} }));
    },
    async redeliver(deliveryId, wallet, options) {
      const path = { id, deliveryId };
      const { delivery } = await askAs(wallet, options, (sent) =>
        api.POST('/api/webhooks/{id}/deliveries/{deliveryId}/redeliver', { ...sent, params: { path }, body: {} }),
      );
      return delivery;
    },
  };
};

/** Creates what lists and registers webhooks. */
export const createWebhookRequests = (connection: Connection): Omit<Webhooks, 'at'> => {
  const { api } = connection;
  const askAs = createOwnerAsk(connection);
  return {
    async register({ url, description, ...filters }, wallet, options) {
      const body = { url, ...(description !== undefined && { description }), ...filtersOf(filters) };
      const { webhook, secret } = await askAs(wallet, options, (sent) => api.POST('/api/webhooks', { ...sent, body }), {
        isRepeatable: false,
      });
      const handle = createWebhookHandle(connection, webhook.id);
      // A repeated request is not shown the secret, which only the first answer had.
      return { ...handle, record: webhook, secret: secret ?? (await handle.rotate(wallet, options)).secret };
    },
    list: async (wallet, options) => (await askAs(wallet, options, (sent) => api.GET('/api/webhooks', sent))).webhooks,
  };
};
