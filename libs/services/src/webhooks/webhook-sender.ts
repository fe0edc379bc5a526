import { setTimeout as sleep } from 'node:timers/promises';
import type { DeliveryRecord, WebhookRecord } from '@weir/infra';
import { eventIdsOf } from '../events/events.service.js';
import { startWorker, type Worker, type WorkerOptions } from '../shared/watch/worker.js';
import { deliver } from './deliver.js';
import { createDeliveryPlaces, MAX_DELIVERIES } from './delivery-places.js';
import { dispatchEvents, type DispatchContext } from './dispatch-events.js';

/** The dependencies of the webhook sender, and how often it works. */
export interface WebhookSenderOptions extends DispatchContext, WorkerOptions {
  readonly idSecret: () => Promise<string>;
  /** Whether private networks and plain HTTP are allowed: for local work. */
  readonly allowPrivate: boolean;
  /** How long settled deliveries are kept, seconds. */
  readonly keptSeconds: number;
  /** Unix seconds. */
  readonly now: () => number;
  /** How often it polls for what is due, milliseconds. */
  readonly pollMs?: number;
}

/** How many deliveries of one webhook are looked at, due or under way. */
const PER_WEBHOOK = 4;
const KEEPING_MS = 600_000;

/** Sends webhooks. Attempts in progress when it ends are repeated by the next. */
export const createWebhookSender = (options: WebhookSenderOptions): Worker => {
  const { queue, idSecret, allowPrivate, keptSeconds, log, now, pollMs = 250 } = options;
  const idsOf = eventIdsOf(idSecret);

  const work = async (signal: AbortSignal): Promise<void> => {
    const underWay = new Map<string, Promise<void>>();
    const places = createDeliveryPlaces();
    let keepAt = 0;
    /** Cuts the pause between two looks short, since a place is free again. */
    let wake = new AbortController();

    const send = async (webhook: WebhookRecord, delivery: DeliveryRecord, leave: () => void): Promise<void> => {
      try {
        const outcome = await deliver(webhook, delivery, { allowPrivate, signal, now: now() }).finally(leave);
        if (outcome !== undefined) await queue.settle(delivery, outcome);
        if (outcome?.disable != null) log.info({ webhookId: webhook.id }, 'A webhook was disabled');
      } catch (error) {
        log.warn({ err: error, webhookId: webhook.id }, 'A delivery could not be settled; it is made again');
        underWay.delete(delivery.id);
        return;
      }
      underWay.delete(delivery.id);
      wake.abort();
    };
    const sendDue = async (): Promise<void> => {
      // What ends while the database answers stands in the answer as due, and has just been sent.
      const sent = new Set(underWay.keys());
      const due = (await queue.due(PER_WEBHOOK)).filter(({ id }) => !sent.has(id));
      if (due.length === 0) return;
      const webhooks = new Map(
        (await queue.active(due.map(({ webhookId }) => webhookId))).map((each) => [each.id, each]),
      );
      for (const delivery of due) {
        // Those whose outcome is being written count as well.
        if (underWay.size >= MAX_DELIVERIES) return;
        const webhook = webhooks.get(delivery.webhookId);
        if (webhook === undefined) continue;
        const leave = places.enter(new URL(webhook.url).host);
        if (leave !== undefined) underWay.set(delivery.id, send(webhook, delivery, leave));
      }
    };
    const keep = async (): Promise<void> => {
      if (Date.now() < keepAt) return;
      keepAt = Date.now() + KEEPING_MS;
      await queue.dropBefore(now() - keptSeconds);
    };

    const ids = await idsOf();
    while (!signal.aborted) {
      wake = new AbortController();
      try {
        await dispatchEvents(options, ids);
        await sendDue();
        await keep();
      } catch (error) {
        log.warn({ err: error }, 'Webhooks could not be looked after; it is tried again');
        await sleep(1_000, undefined, { signal }).catch(() => undefined);
      }
      await sleep(pollMs, undefined, { signal: AbortSignal.any([signal, wake.signal]) }).catch(() => undefined);
    }
    await Promise.all(underWay.values());
  };
  return startWorker({ ...options, name: 'webhook-sender', work, status: () => ({}) });
};
