import { exact, type Exact } from '../shared/amounts.js';
import { refusalError, WeirError, type Refusal } from '../shared/error.js';
import { wait } from '../shared/wait.js';

/** What openapi-fetch answers. */
export interface Answer<Data> {
  readonly data?: Data;
  readonly error?: unknown;
  readonly response: Response;
}

/** What one request adds to what its sender sends; an alias, so that it can be spread where any option may stand. */
export type Sent = {
  readonly headers: Record<string, string>;
  readonly signal?: AbortSignal;
};

export type Send<Data> = (sent: Sent) => Promise<Answer<Data>>;

const isRefusal = (body: unknown): body is Refusal =>
  typeof body === 'object' && body !== null && 'code' in body && 'message' in body;

const unreadable = ({ status, url }: Response, cause?: unknown): WeirError =>
  new WeirError('ANSWER_UNREADABLE', `${url} answered ${status} with something that is not an answer of the API`, {
    ...{ status, cause },
    retryable: status >= 500,
  });

/** Sends once. @throws WeirError, or the signal's reason */
export const askOnce = async <Data>(send: Send<Data>, sent: Sent): Promise<Exact<Data>> => {
  let answer: Answer<Data>;
  try {
    answer = await send(sent);
  } catch (error) {
    sent.signal?.throwIfAborted();
    if (error instanceof WeirError) throw error;
    const message = 'No answer from the API; check the network, the address, and whether the server takes this origin';
    throw new WeirError('CONNECTION_FAILED', message, { retryable: true, cause: error });
  }
  const { data, error, response } = answer;
  if (response.ok && data !== undefined) return exact(data);
  throw isRefusal(error) ? withPause(refusalError(error, response.status), response) : unreadable(response);
};

const pauses = new WeakMap<WeirError, number>();

/** Notes what `Retry-After` says, in milliseconds. */
const withPause = (error: WeirError, response: Response): WeirError => {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  if (Number.isFinite(seconds)) pauses.set(error, seconds * 1000);
  return error;
};

const ATTEMPTS = 5;
const FIRST_PAUSE_MS = 250;
/** Whoever is told to wait longer is told so: nobody looks at a spinner for a minute without a word. */
const LONGEST_PAUSE_MS = 10_000;

/** How long to wait before the same is sent again; undefined where that would be wrong or of no use. */
const pauseAfter = (error: unknown, attempt: number, isRepeatable: boolean): number | undefined => {
  if (!(error instanceof WeirError) || attempt >= ATTEMPTS) return undefined;
  // Refused before anything was done; anything else may have been done although no answer came.
  const isBefore = error.code === 'RATE_LIMITED' || error.code === 'IDEMPOTENCY_KEY_IN_USE';
  const mayRepeat = isBefore || (isRepeatable && (error.status ?? 503) >= 502);
  if (!mayRepeat || !error.retryable) return undefined;
  const pause = pauses.get(error) ?? FIRST_PAUSE_MS * 2 ** (attempt - 1);
  // Clients that were refused together do not come back together.
  return pause > LONGEST_PAUSE_MS ? undefined : pause * (1 + Math.random() / 4);
};

/** Sends until there is an answer to be had: waits where the service is busy or out of reach for a moment. */
export const askPatiently = async <Data>(send: Send<Data>, sent: Sent, isRepeatable: boolean): Promise<Exact<Data>> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await askOnce(send, sent);
    } catch (error) {
      const pause = pauseAfter(error, attempt, isRepeatable);
      if (pause === undefined) throw error;
      await wait(pause, sent.signal);
    }
  }
};
