import { Webhook } from 'standardwebhooks';
import {
  guardedRequest,
  OutboundError,
  type DeliveryOutcome,
  type DeliveryRecord,
  type WebhookRecord,
} from '@weir/infra';

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
const signaturesOf = (
  { secret, previousSecret }: WebhookRecord,
  { messageId, body }: DeliveryRecord,
  now: Date,
): string =>
  [secret, ...(previousSecret !== null && previousSecret.until * 1_000 > now.getTime() ? [previousSecret.secret] : [])]
    .map((each) => new Webhook(each).sign(messageId, now, body))
    .join(' ');

const explainStatus = (status: number): string =>
  status >= 300 && status < 400
    ? `Answered ${status}: redirects are not followed, register the address they lead to`
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
export const deliver = async (
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
    disable: isOver ? `A delivery could not be made for three days: ${error}` : null,
  };
};
