import { setTimeout as sleep } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import {
  type DeliveryOutcome,
  type DeliveryRecord,
  guardedRequest,
  OutboundError,
  type WebhookRecord,
} from '@weir/infra';
import { eventIdsOf } from '../events/events.service.js';
import { startWorker, type Worker, type WorkerOptions } from '../shared/watch/worker.js';
import { createDeliveryPlaces, type DispatchContext, dispatchEvents, MAX_DELIVERIES } from './dispatch-events.js';

/** Pauses before each further attempt, seconds: some three days in all. */
const PAUSES = [5, 60, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 72_000];
/** How long a delivery is tried, seconds. */
const TRIED_SECONDS = 259_200;
/** Longest pause of a whole webhook after failures in a row, seconds: its next delivery may succeed. */
const MAX_REST = 300;
const TIMEOUT_MS = 15_000;
/** How much of an answer is read, bytes; its content does not matter. */
const MAX_ANSWER = 16_384;

const pauseAfter = (failures: number): number => {
  const pause = PAUSES[Math.min(failures, PAUSES.length - 1)] ?? 0;
  // Jitter, so that what failed together does not come again together.
  return Math.ceil(pause * (1 + Math.random() / 10));
};

/** The signatures by all currently valid secrets, as one header. */
const signaturesOf = ({ secret, previousSecret }: WebhookRecord, { messageId, body }: DeliveryRecord, now: Date) =>
  [secret, ...(previousSecret !== null && previousSecret.until * 1_000 > now.getTime() ? [previousSecret.secret] : [])]
    .map((each) => new Webhook(each).sign(messageId, now, body))
    .join(' ');

const explainStatus = (status: number): string =>
  status >= 300 && status < 400
    ? `Answered ${status}: redirects are not followed; register the final address`
    : `Answered ${status}`;

interface Attempt {
  readonly responseStatus: number | null;
  readonly error: string | null;
}

const attempt = async (
  webhook: WebhookRecord,
  delivery: DeliveryRecord,
  allowPrivate: boolean,
  signal: AbortSignal,
): Promise<Attempt> => {
  const now = new Date();
  try {
    const { status } = await guardedRequest({
      url: webhook.url,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Weir-Webhooks/1',
        'webhook-id': delivery.messageId,
        'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
        'webhook-signature': signaturesOf(webhook, delivery, now),
      },
      body: delivery.body,
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_ANSWER,
      allowPrivate,
      signal,
    });
    return { responseStatus: status, error: status >= 200 && status < 300 ? null : explainStatus(status) };
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    return { responseStatus: null, error: error.message };
  }
};

/**
 * Sends a delivery once, signed according to Standard Webhooks. Its id is the same in every attempt.
 *
 * @param now Unix seconds
 * @returns undefined where it was interrupted, and counts for nothing
 */
const deliver = async (
  webhook: WebhookRecord,
  delivery: DeliveryRecord,
  { allowPrivate, signal, now }: { readonly allowPrivate: boolean; readonly signal: AbortSignal; readonly now: number },
): Promise<DeliveryOutcome | undefined> => {
  const { responseStatus, error } = await attempt(webhook, delivery, allowPrivate, signal);
  if (error === null) return { status: 'delivered', responseStatus, error, pause: 0, rest: 0, disable: null };
  if (signal.aborted) return undefined;
  const isOver = delivery.firstAttemptAt !== null && now - delivery.firstAttemptAt >= TRIED_SECONDS;
  return {
    status: isOver ? 'failed' : 'pending',
    responseStatus,
    error,
    pause: pauseAfter(delivery.attempts),
    rest: Math.min(MAX_REST, pauseAfter(webhook.failures)),
    disable: isOver ? `Delivery failed for three days: ${error}` : null,
  };
};

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
        log.warn(
          { err: error, webhookId: webhook.id },
          'Storing the result of a webhook delivery failed; it is sent again',
        );
        underWay.delete(delivery.id);
        return;
      }
      underWay.delete(delivery.id);
      wake.abort();
    };
    const sendDue = async (): Promise<void> => {
      // What ends while the database answers is in the answer as due, and has just been sent.
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
        log.warn({ err: error }, 'Processing webhooks failed; retrying');
        await sleep(1_000, undefined, { signal }).catch(() => undefined);
      }
      await sleep(pollMs, undefined, { signal: AbortSignal.any([signal, wake.signal]) }).catch(() => undefined);
    }
    await Promise.all(underWay.values());
  };
  return startWorker({ ...options, name: 'webhook-sender', work, status: () => ({}) });
};
