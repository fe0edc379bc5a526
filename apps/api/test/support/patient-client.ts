import { setTimeout as sleep } from 'node:timers/promises';

/** An answer over a real connection. */
export interface WireAnswer<Body> {
  readonly status: number;
  readonly body: Body;
}

/** How long a client waits before it tries again, milliseconds. */
const PAUSE_MS = 200;
const TRIES = 500;

/** What fetch throws where a connection breaks; its classes are not those of the test's own realm. */
const isBroken = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'name' in error && error.name === 'TypeError';

/**
 * A client that never gives up: where the connection breaks, or the service is not there, it sends the same request again to
 * wherever the service is by then. It cannot know whether the first one was carried out, as no client can.
 */
export class PatientClient {
  /** Requests whose connection broke. */
  broken = 0;

  /** @param url of the service at the moment */
  constructor(private readonly url: () => string) {}

  async post<Body>(path: string, body: object): Promise<WireAnswer<Body>> {
    for (let tries = 0; tries < TRIES; tries += 1) {
      const answer = await this.#try<Body>(path, body);
      if (answer !== undefined && answer.status !== 503) return answer;
      await sleep(PAUSE_MS);
    }
    throw new Error(`${path} was not answered`);
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
