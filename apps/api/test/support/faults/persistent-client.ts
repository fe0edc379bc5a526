import { setTimeout as sleep } from 'node:timers/promises';

/** Codes after which a client retries; a fault may cause no other error. */
const AGAIN = new Set([
  'CHAIN_UNAVAILABLE',
  'DATABASE_UNAVAILABLE',
  'OVERLOADED',
  'TX_NOT_FOUND',
  'TX_UNCONFIRMED',
  'NOTHING_TO_CLAIM',
]);
/** Internals that must never appear in an answer. */
const INSIDE = /select |insert |update .* set|postgres:\/\/|password|\.ts:\d|\n {4}at |pg_/i;
const PAUSE_MS = 60;

/** What a client experienced. */
export interface Scenario {
  /** Requests that reached no server, or whose connection was cut. */
  readonly unanswered: number;
  /** Retryable answers by code. */
  readonly again: Readonly<Record<string, number>>;
  readonly succeeded: number;
}

/** An HTTP client that retries until it succeeds, as a good frontend does, through all faults of the API. */
export class PersistentClient {
  readonly #again: Record<string, number> = {};
  #unanswered = 0;
  #succeeded = 0;

  /** Creates a client. @param url returns the API's current URL */
  constructor(private readonly url: () => string) {}

  get scenario(): Scenario {
    return { unanswered: this.#unanswered, again: this.#again, succeeded: this.#succeeded };
  }

  /** @param caller the address named as the caller */
  get<Body>(path: string, caller?: string): Promise<Body> {
    return this.#ask<Body>(path, { method: 'GET', headers: caller === undefined ? {} : { 'x-user-address': caller } });
  }

  /**
   * @param caller the address named as the caller
   * @param done the code by which a repeated request learns that it had succeeded before, though its answer was lost or a fault's
   * @param refused a code that the caller handles: its body is returned, however often the request was sent
   */
  post<Body>(path: string, body: object, caller?: string, done?: string, refused?: string): Promise<Body> {
    const headers = { 'content-type': 'application/json', ...(caller !== undefined && { 'x-user-address': caller }) };
    return this.#ask<Body>(path, { method: 'POST', headers, body: JSON.stringify(body) }, done, refused);
  }

  /** @throws Error for an answer that no fault may cause */
  async #ask<Body>(path: string, request: RequestInit, done?: string, refused?: string): Promise<Body> {
    let isRepeated = false;
    for (;;) {
      const answer = await this.#once(path, request);
      if (answer === undefined) {
        isRepeated = true;
        await sleep(PAUSE_MS);
        continue;
      }
      const { status, text, retryAfter } = answer;
      if (INSIDE.test(text)) throw new Error(`${path} showed something internal: ${text}`);
      const body = JSON.parse(text) as Body & { code?: string };
      const code = body.code ?? String(status);
      if (status === 200 || status === 201 || code === refused || (isRepeated && code === done)) {
        this.#succeeded += 1;
        return body;
      }
      if (!AGAIN.has(code) || (status === 503 && retryAfter === null))
        throw new Error(`${path} answered ${status}: ${text}`);
      this.#again[code] = (this.#again[code] ?? 0) + 1;
      isRepeated = true;
      await sleep(PAUSE_MS);
    }
  }

  async #once(path: string, request: RequestInit) {
    try {
      const response = await fetch(`${this.url()}${path}`, request);
      return { status: response.status, text: await response.text(), retryAfter: response.headers.get('retry-after') };
    } catch {
      this.#unanswered += 1;
      return undefined;
    }
  }
}
