import type { Connection } from '../connection/connection.js';
import { filtersOf } from '../events/events.js';
import { allRows, PAGE } from '../shared/pages.js';
import { asMember } from '../vaults/vault-handle.js';
import type { Wallet } from '../wallet.js';
import type { WebhookHandle, Webhooks } from './webhooks.types.js';

/** Returns the owner, proven in every mode: what is sent depends on who may see it. */
const asOwner = async (connection: Connection, given: Wallet | undefined, signal?: AbortSignal) => ({
  ...(await asMember(connection, given, signal)),
  isProven: true,
});

const createWebhookHandle = (connection: Connection, id: string): WebhookHandle => {
  const { api, ask } = connection;
  const params = { path: { id } };
  const deliveriesPage: WebhookHandle['deliveriesPage'] = async (query = {}, wallet, { signal } = {}) =>
    ask(
      (sent) => api.GET('/api/webhooks/{id}/deliveries', { ...sent, params: { ...params, query } }),
      await asOwner(connection, wallet, signal),
    );
  const change = async (what: 'test' | 'enable', wallet: Wallet | undefined, signal: AbortSignal | undefined) => {
    const { webhook } = await ask(
      (sent) => api.POST(`/api/webhooks/{id}/${what}`, { ...sent, params, body: {} }),
      await asOwner(connection, wallet, signal),
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
    async get(wallet, { signal } = {}) {
      const owner = await asOwner(connection, wallet, signal);
      return (await ask((sent) => api.GET('/api/webhooks/{id}', { ...sent, params }), owner)).webhook;
    },
    test: (wallet, { signal } = {}) => change('test', wallet, signal),
    enable: (wallet, { signal } = {}) => change('enable', wallet, signal),
    async rotate(wallet, { signal } = {}) {
      const owner = await asOwner(connection, wallet, signal);
      return ask((sent) => api.POST('/api/webhooks/{id}/rotate-secret', { ...sent, params, body: {} }), {
        /** Sent twice it would make two secrets, and nobody would learn the first. */
        ...owner,
        // Twice would be two secrets, of which the first was told to nobody.
        isRepeatable: false,
      });
    },
    async remove(wallet, { signal } = {}) {
      const owner = await asOwner(connection, wallet, signal);
      await ask((sent) => api.POST('/api/webhooks/{id}/remove', { ...sent, params, body: {} }), owner);
    },
    async redeliver(deliveryId, wallet, { signal } = {}) {
      const owner = await asOwner(connection, wallet, signal);
      const path = { id, deliveryId };
      const { delivery } = await ask(
        (sent) =>
          api.POST('/api/webhooks/{id}/deliveries/{deliveryId}/redeliver', { ...sent, params: { path }, body: {} }),
        owner,
      );
      return delivery;
    },
  };
};

/** Creates the webhooks' part of a client. */
export const createWebhooks = (connection: Connection): Webhooks => {
  const { api, ask } = connection;
  return {
    async register({ url, description, ...filters }, wallet, { signal } = {}) {
      const owner = await asOwner(connection, wallet, signal);
      const body = { url, ...(description !== undefined && { description }), ...filtersOf(filters) };
      const { webhook, secret } = await ask((sent) => api.POST('/api/webhooks', { ...sent, body }), {
        ...owner,
        isRepeatable: false,
      });
      const handle = createWebhookHandle(connection, webhook.id);
      // A repeated request is not shown the secret, which only the first answer had.
      return { ...handle, record: webhook, secret: secret ?? (await handle.rotate(wallet, { signal })).secret };
    },
    async list(wallet, { signal } = {}) {
      const owner = await asOwner(connection, wallet, signal);
      return (await ask((sent) => api.GET('/api/webhooks', sent), owner)).webhooks;
    },
    at: (id) => createWebhookHandle(connection, id),
  };
};
