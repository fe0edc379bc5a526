import { setTimeout as sleep } from 'node:timers/promises';

/** An answer over a real connection. */
export interface WireAnswer<Body> {
  readonly status: number;
  readonly body: Body;
}

/** Pause before a retry, milliseconds. */
const PAUSE_MS = 200;

/** An error of fetch for a broken connection; its class may belong to another realm. */
const isBroken = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'name' in error && error.name === 'TypeError';

/**
 * A client that retries the same request on broken connections or while the service is down, wherever it listens by
 * then, without knowing whether the first one was carried out.
 */
export class PatientClient {
  /** Requests whose connection broke. */
  broken = 0;

  /** @param url of the service at the moment */
  constructor(private readonly url: () => string) {}

  async post<Body>(path: string, body: object): Promise<WireAnswer<Body>> {
    for (;;) {
      const answer = await this.#try<Body>(path, body);
      if (answer !== undefined && answer.status !== 503) return answer;
      await sleep(PAUSE_MS);
    }
  }

  async #try<Body>(path: string, body: object): Promise<WireAnswer<Body> | undefined> {
    try {
      const response = await fetch(`${this.url()}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      return { status: response.status, body: (await response.json()) as Body };
    } catch (error) {
      if (!isBroken(error)) throw error;
      this.broken += 1;
      return undefined;
    }
  }
}
