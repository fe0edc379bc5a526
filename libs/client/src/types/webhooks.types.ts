import type { Answered, QueryOf } from '../shared/amounts.js';
import type { EventFilters } from '../shared/event-filters.js';
import type { Wallet } from '../wallet.js';
import type { AbortOptions } from './verbs.types.js';

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
