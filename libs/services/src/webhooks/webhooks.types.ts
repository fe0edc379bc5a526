import type { DeliveryRecord, WebhookRecord } from '@weir/infra';
import type { EventQuery } from '../events/events.types.js';

export type { DeliveryRecord } from '@weir/infra';

/** A webhook as its owner sees it. */
export type WebhookView = Omit<WebhookRecord, 'secret' | 'previousSecret' | 'ownerHash' | 'partyHash' | 'afterEvent'>;

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
  readonly deliveries: readonly DeliveryRecord[];
  /** Null on the last one. */
  readonly nextCursor: string | null;
}
