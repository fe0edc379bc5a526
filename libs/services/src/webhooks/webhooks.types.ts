import type { DeliveryRecord, WebhookRecord } from '@weir/infra';
import type { EventQuery } from '../events/events.types.js';

export type { DeliveryRecord } from '@weir/infra';

/** A webhook as its owner sees it. */
export interface WebhookView extends Pick<
  WebhookRecord,
  'id' | 'url' | 'description' | 'status' | 'failures' | 'failingSince' | 'createdAt'
> {
  /** Which events it receives; null where all. */
  readonly filter: {
    readonly address: string | null;
    readonly record: string | null;
    readonly product: string | null;
    readonly kind: string | null;
  };
  readonly disabledReason: string | null;
  /** Unix seconds. */
  readonly disabledAt: number | null;
}

/** One event for one webhook, with the body as it is sent. */
export type DeliveryView = DeliveryRecord & { readonly payload: string };

/** A webhook with the secret that its messages are signed with, which is shown once. */
export interface RegisteredWebhook {
  readonly webhook: WebhookView;
  /** `whsec_…` */
  readonly secret: string;
}

/** A webhook as its owner registers it: the address, and the events it receives. */
export interface NewWebhookInput extends EventQuery {
  readonly url: string;
  readonly description?: string | undefined;
}

/** A page of a webhook's deliveries, the newest first. */
export interface DeliveriesPage {
  readonly deliveries: readonly DeliveryView[];
  /** Null on the last one. */
  readonly nextCursor: string | null;
}
