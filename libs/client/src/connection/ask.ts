import type { Client } from 'openapi-fetch';
import type { paths } from '../generated/api.js';
import { exact, type Exact } from '../shared/amounts.js';
import { type Refusal, refusalError, WeirError } from '../shared/error.js';
import { wait } from '../shared/wait.js';

/** The plain endpoints, typed by the OpenAPI document. */
export type Api = Client<paths>;

/** An answer of openapi-fetch. */
export interface Answer<Data> {
  readonly data?: Data;
  readonly error?: unknown;
  readonly response: Response;
}

/** What `ask` adds to a request. An alias, so that it can be spread where any option is allowed. */
export type Sent = {
  readonly headers: Record<string, string>;
  readonly signal?: AbortSignal;
};

/** Sends one request. */
export type Send<Data> = (sent: Sent) => Promise<Answer<Data>>;

const isRefusal = (body: unknown): body is Refusal =>
  typeof body === 'object' && body !== null && 'code' in body && 'message' in body;

const unreadable = ({ status, url }: Response, cause?: unknown): WeirError =>
  new WeirError('ANSWER_UNREADABLE', `${url} answered ${status}, which is not an answer of the API`, {
    status,
    cause,
    retryable: status >= 500,
  });

/** Longer than any route takes. A connection that broke off in silence, as those of phones do, would be waited for. */
const TIMEOUT_MS = 60_000;

/**
 * Sends a request once.
 *
 * @param timeoutMs longest wait for the answer, of a stream for its beginning; 0 for no limit
 * @throws WeirError, or the signal's reason
 */
export const askOnce = async <Data>(
  send: Send<Data>,
  sent: Sent,
  timeoutMs: number = TIMEOUT_MS,
): Promise<Exact<Data>> => {
  let answer: Answer<Data>;
  const limit = new AbortController();
  const timer = timeoutMs > 0 ? setTimeout(() => limit.abort(), timeoutMs) : undefined;
  const signals = sent.signal === undefined ? [limit.signal] : [limit.signal, sent.signal];
  try {
    answer = await send({ ...sent, signal: AbortSignal.any(signals) });
  } catch (error) {
    sent.signal?.throwIfAborted();
    if (error instanceof WeirError) throw error;
    const message = 'No answer from the API. Check the network, its address, and CORS_ORIGINS';
    throw new WeirError('CONNECTION_FAILED', message, { retryable: true, cause: error });
  } finally {
    clearTimeout(timer);
  }
  const { data, error, response } = answer;
  if (response.ok && data !== undefined) return exact(data);
  throw isRefusal(error) ? withPause(refusalError(error, response.status), response) : unreadable(response);
};

const pauses = new WeakMap<WeirError, number>();

/** Remembers what `Retry-After` says, in milliseconds. */
const withPause = (error: WeirError, response: Response): WeirError => {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  if (Number.isFinite(seconds)) pauses.set(error, seconds * 1000);
  return error;
};

const ATTEMPTS = 5;
const FIRST_PAUSE_MS = 250;
/** Longest pause that is made silently. A longer one is left to the caller, who can inform the user. */
const LONGEST_PAUSE_MS = 10_000;

/**
 * Returns the milliseconds to wait before sending the same request again; undefined where that would be wrong or
 * useless.
 */
const pauseAfter = (error: unknown, attempt: number, isRepeatable: boolean): number | undefined => {
  if (!(error instanceof WeirError) || attempt >= ATTEMPTS) return undefined;
  // These are refused before anything was done. After any other failure something may have been done though no answer
  // came.
  const isBefore = error.code === 'RATE_LIMITED' || error.code === 'IDEMPOTENCY_KEY_IN_USE';
  const mayRepeat = isBefore || (isRepeatable && (error.status ?? 503) >= 502);
  if (!mayRepeat || !error.retryable) return undefined;
  const pause = pauses.get(error) ?? FIRST_PAUSE_MS * 2 ** (attempt - 1);
  // Jitter, so that clients that were refused together do not come back together.
  return pause > LONGEST_PAUSE_MS ? undefined : pause * (1 + Math.random() / 4);
};

/**
 * Sends a request until it is answered: waits and tries again where the service is busy or out of reach for a moment.
 *
 * @param timeoutMs longest wait for each answer; 0 for no limit
 * @throws WeirError, or the signal's reason
 */
export const askPatiently = async <Data>(
  send: Send<Data>,
  sent: Sent,
  isRepeatable: boolean,
  timeoutMs?: number,
): Promise<Exact<Data>> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await askOnce(send, sent, timeoutMs);
    } catch (error) {
      const pause = pauseAfter(error, attempt, isRepeatable);
      if (pause === undefined) throw error;
      await wait(pause, sent.signal);
    }
  }
};
