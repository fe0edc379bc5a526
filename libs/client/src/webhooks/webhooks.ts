import type { Connection } from '../connection/connection.js';
import { type EventFilters, filtersOf } from '../events/events.js';
import type { Answered, QueryOf } from '../shared/amounts.js';
import { allRows, PAGE } from '../shared/pages.js';
import type { AbortOptions } from '../types/verbs.types.js';
import { createMemberAsk } from '../vaults/vault-handle.js';
import type { Wallet } from '../wallet.js';

/** A webhook: where events are sent to, and which. */
export type Webhook = Answered<'Webhook'>;
/** The delivery of one event to one webhook. */
export type WebhookDelivery = Answered<'WebhookDelivery'>;
/** A webhook, and the secret that signs its messages (Standard Webhooks). The secret is not shown again. */
export type WebhookSecret = Answered<'WebhookSecretResponse'>;

/** What a webhook is registered with; without filters it gets all events that the caller may see. */
export interface WebhookTerms extends EventFilters {
  /** An https address on a public host. */
  readonly url: string;
  readonly description?: string;
}

/** A webhook. Every method needs the wallet of its owner, who is signed in for it. */
export interface WebhookHandle {
  readonly id: string;
  /** Reads the webhook. */
  get(wallet?: Wallet, options?: AbortOptions): Promise<Webhook>;
  /** Has a message of type `webhook.test` sent. */
  test(wallet?: Wallet, options?: AbortOptions): Promise<Webhook>;
  /** Replaces the secret. For a day, messages carry signatures by both. */
  rotate(wallet?: Wallet, options?: AbortOptions): Promise<WebhookSecret>;
  /** Enables it again after it was disabled because deliveries had failed for three days. */
  enable(wallet?: Wallet, options?: AbortOptions): Promise<Webhook>;
  /** Removes the webhook. */
  remove(wallet?: Wallet, options?: AbortOptions): Promise<void>;
  /** Reads one page of its deliveries, the newest first; `limit` and `cursor` select it. */
  deliveriesPage(
    query?: QueryOf<'listWebhookDeliveries'>,
    wallet?: Wallet,
    options?: AbortOptions,
  ): Promise<Answered<'ListDeliveriesResponse'>>;
  /** Iterates over all deliveries, the newest first, reading page by page. */
  deliveries(wallet?: Wallet): AsyncGenerator<WebhookDelivery, void, undefined>;
  /** Sends a delivery again. */
  redeliver(deliveryId: string, wallet?: Wallet, options?: AbortOptions): Promise<WebhookDelivery>;
}

/** The webhooks' part of a client. */
export interface Webhooks {
  /** Registers a webhook for events that the wallet's address may see. */
  register(
    terms: WebhookTerms,
    wallet?: Wallet,
    options?: AbortOptions,
  ): Promise<WebhookHandle & { readonly record: Webhook; readonly secret: string }>;
  /** Reads all webhooks that the wallet's address registered. */
  list(wallet?: Wallet, options?: AbortOptions): Promise<readonly Webhook[]>;
  /** Returns the handle of a webhook by its `id`. Nothing is requested before a method needs it. */
  at(id: string): WebhookHandle;
}

/** Creates the `ask` of owners, proven in every mode: what is sent depends on who may see it. */
const createOwnerAsk = (connection: Connection) => createMemberAsk(connection, { isProven: true });

const createWebhookHandle = (connection: Connection, id: string): WebhookHandle => {
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

/** Creates the webhooks' part of a client. */
export const createWebhooks = (connection: Connection): Webhooks => {
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
    at: (id) => createWebhookHandle(connection, id),
  };
};
