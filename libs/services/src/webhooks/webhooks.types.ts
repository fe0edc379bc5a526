import type { DeliveryRecord, KeptAnswer, WebhookRecord } from '@weir/infra';
import type { EventQuery } from '../events/events.types.js';
import type { Origin } from '../shared/keeping.js';
import type { Viewer } from '../shared/viewer.js';

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

/**
 * The webhooks of authenticated callers, which receive the events they ask for and may see.
 *
 * All methods but `register` and `list` throw ServiceError NOT_FOUND, and FORBIDDEN for what is not the caller's.
 */
export interface WebhooksService {
  /** @throws ServiceError INVALID_REQUEST, INVALID_ADDRESS, WEBHOOK_LIMIT_REACHED; QUOTA_EXCEEDED (as QuotaExceededError) of the network */
  register(
    input: NewWebhookInput,
    owner: Viewer,
    origin: Origin,
    kept?: KeptAnswer<RegisteredWebhook>,
  ): Promise<RegisteredWebhook>;
  list(owner: Viewer): Promise<readonly WebhookView[]>;
  get(id: string, owner: Viewer): Promise<WebhookView>;
  remove(id: string, owner: Viewer): Promise<void>;
  /** Gives a webhook a new secret; the previous one goes on signing for a day. */
  rotate(id: string, owner: Viewer): Promise<RegisteredWebhook>;
  /** Enables a disabled webhook again, for events from now on. @throws ServiceError WRONG_STATE */
  enable(id: string, owner: Viewer): Promise<WebhookView>;
  /** Sends a test message without an event. */
  test(id: string, owner: Viewer): Promise<WebhookView>;
  deliveries(
    id: string,
    page: { readonly cursor?: string | undefined; readonly limit?: number | undefined },
    owner: Viewer,
  ): Promise<DeliveriesPage>;
  redeliver(id: string, deliveryId: string, owner: Viewer): Promise<DeliveryRecord>;
}
