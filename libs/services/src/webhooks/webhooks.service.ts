import { randomBytes, randomUUID } from 'node:crypto';
import type { Network } from '@weir/covenants';
import {
  checkTarget,
  responseAs,
  OutboundError,
  QuotaExceededError,
  type DeliveryRecord,
  type IdempotentResponse,
  type NewWebhook,
  type PublishedEventsRepository,
  type Quota,
  type TargetRules,
  type WebhookRecord,
  type WebhooksRepository,
} from '@weir/infra';
import { parseFilter, partyKeyOf } from '../events/event-filter.js';
import type { EventQuery } from '../events/events.types.js';
import type { Page } from '../shared/paging.js';
import type { Viewer } from '../shared/parties.js';
import type { Origin } from '../shared/retention.js';
import { ServiceError } from '../shared/service-error.js';

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

/** The dependencies of the webhooks service. */
export interface WebhooksContext extends TargetRules {
  readonly webhooks: WebhooksRepository;
  readonly events: Pick<PublishedEventsRepository, 'publish' | 'lastPosition'>;
  readonly network: Network;
  /** How many webhooks one caller, who may have none where it is 0, and one network may have. */
  readonly quota: Quota;
  /** Unix seconds. */
  readonly now: () => number;
}

const SECRET_BYTES = 32;
/** How long the previous secret goes on signing after a rotation, seconds. */
const ROTATION_SECONDS = 86_400;
const PAGE = 50;

const newSecret = (): string => `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;

const toView = (webhook: WebhookRecord) => ({
  id: webhook.id,
  url: webhook.url,
  description: webhook.description,
  filter: {
    address: webhook.address,
    record: webhook.recordId,
    product: webhook.products,
    kind: webhook.kinds,
  },
  status: webhook.status,
  disabledReason: webhook.disabled?.reason ?? null,
  disabledAt: webhook.disabled?.at ?? null,
  failures: webhook.failures,
  failingSince: webhook.failingSince,
  createdAt: webhook.createdAt,
});

/** A webhook as its owner sees it. */
type WebhookView = ReturnType<typeof toView>;

const toDeliveryView = (delivery: DeliveryRecord) => ({ ...delivery, payload: delivery.body });

const assertTarget = (url: string, rules: TargetRules): void => {
  try {
    checkTarget(url, rules);
  } catch (error) {
    if (error instanceof OutboundError)
      throw new ServiceError('INVALID_REQUEST', `${error.message}: url must name a public server`, {
        field: 'url',
        problem: error.problem,
      });
    throw error;
  }
};

const readCursor = (cursor: string | undefined): number | undefined => {
  if (cursor === undefined) return undefined;
  if (/^\d{1,15}$/.test(cursor)) return Number(cursor);
  throw new ServiceError('INVALID_CURSOR', 'cursor must be the nextCursor of a list of deliveries');
};

/**
 * Builds the webhooks service over a database; {@link createWebhookSender} sends what they receive. Any number of
 * replicas may serve. The owner is a session: what it registers belongs to its first address. All but `register` and
 * `list` throw ServiceError NOT_FOUND for what is not the owner's.
 */
export const createWebhooksService = (context: WebhooksContext) => {
  const { webhooks, events, network, quota, now } = context;
  const keyOf = (address: string): string => partyKeyOf(address, network, 'authorization');
  const own = async (id: string, owner: Viewer): Promise<WebhookRecord> => {
    const webhook = await webhooks.find(id);
    // Those of others are answered like absent ones, so that nobody learns which ids exist.
    if (webhook === undefined || !owner.addresses.map(keyOf).includes(webhook.ownerHash)) throw noSuchWebhook(id);
    return webhook;
  };
  /** The position of the last event. Earlier events are published first, so that they do not arrive as new. */
  const present = async (): Promise<number> => {
    await events.publish();
    return events.lastPosition();
  };
  const limitReached = (cause?: QuotaExceededError): ServiceError =>
    new ServiceError(
      'WEBHOOK_LIMIT_REACHED',
      `Limit of ${quota.perCaller} webhooks reached. Remove one first`,
      { limit: quota.perCaller },
      { cause },
    );
  const insert = async (webhook: NewWebhook, origin: Origin, kept: IdempotentResponse<WebhookRecord> | undefined) => {
    if (quota.perCaller === 0) throw limitReached();
    const { network: from } = origin;
    try {
      return await webhooks.insert(
        webhook,
        { callerHash: webhook.ownerHash, network: from, expiresAt: null, quota },
        kept,
      );
    } catch (error) {
      throw error instanceof QuotaExceededError && error.of === 'caller' && error.kind === 'webhooks'
        ? limitReached(error)
        : error;
    }
  };
  return {
    /** @throws ServiceError INVALID_REQUEST, INVALID_ADDRESS, WEBHOOK_LIMIT_REACHED; QUOTA_EXCEEDED (as QuotaExceededError) of the network */
    async register(
      { url, description, address, record, product, kind }: NewWebhookInput,
      owner: Viewer,
      origin: Origin,
      kept?: IdempotentResponse<RegisteredWebhook>,
    ): Promise<RegisteredWebhook> {
      parseFilter({ record, product, kind }, owner, network);
      const partyHash = address === undefined ? null : partyKeyOf(address, network, 'address');
      assertTarget(url, context);
      const secret = newSecret();
      const registered = (webhook: WebhookRecord) => ({ webhook: toView(webhook), secret });
      const webhook = await insert(
        {
          owner: owner.addresses[0],
          ownerHash: keyOf(owner.addresses[0]),
          url,
          description: description ?? null,
          address: address ?? null,
          partyHash,
          recordId: record ?? null,
          products: product ?? null,
          kinds: kind ?? null,
          secret,
          afterEvent: await present(),
        },
        origin,
        responseAs(kept, registered),
      );
      return registered(webhook);
    },
    list: async (owner: Viewer) => (await webhooks.listOf(owner.addresses.map(keyOf))).map(toView),
    get: async (id: string, owner: Viewer) => toView(await own(id, owner)),
    async remove(id: string, owner: Viewer): Promise<void> {
      await webhooks.remove((await own(id, owner)).id);
    },
    /** Gives a webhook a new secret; the previous one goes on signing for a day. */
    async rotate(id: string, owner: Viewer): Promise<RegisteredWebhook> {
      await own(id, owner);
      const secret = newSecret();
      const webhook = await webhooks.rotate(id, secret, now() + ROTATION_SECONDS);
      if (webhook === undefined) throw noSuchWebhook(id);
      return { webhook: toView(webhook), secret };
    },
    /** Enables a disabled webhook again, for events from now on. @throws ServiceError WRONG_STATE */
    async enable(id: string, owner: Viewer) {
      await own(id, owner);
      const webhook = await webhooks.enable(id, await present());
      if (webhook !== undefined) return toView(webhook);
      throw new ServiceError('WRONG_STATE', 'The webhook is not disabled', { status: 'active' });
    },
    /** Sends a test message without an event. @throws ServiceError WRONG_STATE */
    async test(id: string, owner: Viewer) {
      const webhook = await own(id, owner);
      if (webhook.status === 'disabled')
        throw new ServiceError('WRONG_STATE', 'The webhook is disabled: enable it first', { status: webhook.status });
      const timestamp = new Date(now() * 1_000).toISOString();
      const body = JSON.stringify({ type: 'webhook.test', timestamp, data: { webhookId: id } });
      await webhooks.addTest(id, `test_${randomUUID()}`, 'webhook.test', body);
      return toView(webhook);
    },
    async deliveries(id: string, { cursor, limit = PAGE }: Page, owner: Viewer) {
      await own(id, owner);
      const rows = await webhooks.deliveriesOf(id, readCursor(cursor), limit + 1);
      const deliveries = rows.slice(0, limit).map(toDeliveryView);
      return { deliveries, nextCursor: rows.length > limit ? (deliveries.at(-1)?.sequence.toString() ?? null) : null };
    },
    async redeliver(id: string, deliveryId: string, owner: Viewer) {
      await own(id, owner);
      const delivery = await webhooks.redeliver(id, deliveryId);
      if (delivery !== undefined) return toDeliveryView(delivery);
      throw new ServiceError('NOT_FOUND', 'The webhook has no such delivery', { id: deliveryId });
    },
  };
};

export type WebhooksService = ReturnType<typeof createWebhooksService>;

const noSuchWebhook = (id: string): ServiceError => new ServiceError('NOT_FOUND', 'There is no such webhook', { id });
