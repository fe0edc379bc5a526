import type { Connection } from '../connection/connection.js';
import { type EventFilters, filtersOf } from '../events/events.js';
import type { Exact, QueryOf, Schemas } from '../shared/amounts.js';
import { allRows, PAGE } from '../shared/pages.js';
import type { VerbOptions } from '../steps/pending.js';
import { asMember } from '../vaults/vault-handle.js';
import type { Wallet } from '../wallet.js';

/** A webhook: where events are sent to, and which. */
export type Webhook = Exact<Schemas['Webhook']>;
/** The delivery of one event to one webhook. */
export type WebhookDelivery = Exact<Schemas['WebhookDelivery']>;
/** A webhook, and the secret that signs its messages (Standard Webhooks). The secret is not shown again. */
export type WebhookSecret = Exact<Schemas['WebhookSecretResponse']>;

/** What a webhook is registered with; without filters it gets all events that the caller may see. */
export interface WebhookTerms extends EventFilters {
  /** An https address on a public host. */
  readonly url: string;
  readonly description?: string;
}

type Options = Pick<VerbOptions, 'signal'>;

/** A webhook. Every method needs the wallet of its owner, who is signed in for it. */
export interface WebhookHandle {
  readonly id: string;
  /** Reads the webhook. */
  get(wallet?: Wallet, options?: Options): Promise<Webhook>;
  /** Has a message of type `webhook.test` sent. */
  test(wallet?: Wallet, options?: Options): Promise<Webhook>;
  /** Replaces the secret. For a day, messages carry signatures by both. */
  rotate(wallet?: Wallet, options?: Options): Promise<WebhookSecret>;
  /** Enables it again after it was disabled because deliveries had failed for three days. */
  enable(wallet?: Wallet, options?: Options): Promise<Webhook>;
  /** Removes the webhook. */
  remove(wallet?: Wallet, options?: Options): Promise<void>;
  /** Reads one page of its deliveries, the newest first; `limit` and `cursor` select it. */
  deliveriesPage(
    query?: QueryOf<'listWebhookDeliveries'>,
    wallet?: Wallet,
    options?: Options,
  ): Promise<Exact<Schemas['ListDeliveriesResponse']>>;
  /** Iterates over all deliveries, the newest first, reading page by page. */
  deliveries(wallet?: Wallet): AsyncGenerator<WebhookDelivery, void, undefined>;
  /** Sends a delivery again. */
  redeliver(deliveryId: string, wallet?: Wallet, options?: Options): Promise<WebhookDelivery>;
}

/** The webhooks' part of a client. */
export interface Webhooks {
  /** Registers a webhook for events that the wallet's address may see. */
  register(
    terms: WebhookTerms,
    wallet?: Wallet,
    options?: Options,
  ): Promise<WebhookHandle & { readonly record: Webhook; readonly secret: string }>;
  /** Reads all webhooks that the wallet's address registered. */
  list(wallet?: Wallet, options?: Options): Promise<readonly Webhook[]>;
  /** Returns the handle of a webhook by its `id`. Nothing is requested before a method needs it. */
  at(id: string): WebhookHandle;
}

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
