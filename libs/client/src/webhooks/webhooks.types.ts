import type { EventFilters } from '../events/events.js';
import type { Exact } from '../shared/amounts.js';
import type { QueryOf, Schemas } from '../shared/schemas.js';
import type { VerbOptions } from '../steps/progress.js';
import type { Wallet } from '../wallet.js';

/** Where events are sent to, and which. */
export type Webhook = Exact<Schemas['Webhook']>;
/** One event for one webhook, and what became of it. */
export type WebhookDelivery = Exact<Schemas['WebhookDelivery']>;
/** A webhook and what its messages are signed with (Standard Webhooks). The secret is not shown again. */
export type WebhookSecret = Exact<Schemas['WebhookSecretResponse']>;

/** Where to, and which events; without filters all that the caller may see. */
export interface WebhookTerms extends EventFilters {
  /** https, on a public address. */
  readonly url: string;
  readonly description?: string;
}

type Options = Pick<VerbOptions, 'signal'>;

/** One webhook. All of it needs the wallet of who registered it, which signs in for it. */
export interface WebhookHandle {
  readonly id: string;
  status(wallet?: Wallet, options?: Options): Promise<Webhook>;
  /** Has a message of type `webhook.test` sent. */
  test(wallet?: Wallet, options?: Options): Promise<Webhook>;
  /** Changes the secret; for a day messages carry signatures of both. */
  rotate(wallet?: Wallet, options?: Options): Promise<WebhookSecret>;
  /** Enables it after it was disabled: deliveries failed for three days. */
  enable(wallet?: Wallet, options?: Options): Promise<Webhook>;
  remove(wallet?: Wallet, options?: Options): Promise<void>;
  /** One page of its deliveries, the newest first: `limit` and `cursor` say which. */
  deliveriesPage(
    query?: QueryOf<'listWebhookDeliveries'>,
    wallet?: Wallet,
    options?: Options,
  ): Promise<Exact<Schemas['ListDeliveriesResponse']>>;
  /** All deliveries, the newest first, page by page. */
  deliveries(wallet?: Wallet): AsyncGenerator<WebhookDelivery, void, undefined>;
  /** Sends one of them again. */
  redeliver(deliveryId: string, wallet?: Wallet, options?: Options): Promise<WebhookDelivery>;
}

export interface Webhooks {
  /** Registers one, of what the wallet's address may see. */
  register(
    terms: WebhookTerms,
    wallet?: Wallet,
    options?: Options,
  ): Promise<WebhookHandle & { readonly record: Webhook; readonly secret: string }>;
  /** All that the wallet's address registered. */
  list(wallet?: Wallet, options?: Options): Promise<readonly Webhook[]>;
  /** A webhook by its `id`. Nothing is asked before a verb needs it. */
  at(id: string): WebhookHandle;
}
