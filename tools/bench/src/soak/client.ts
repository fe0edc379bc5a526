import { median, percentile } from '../harness/figures.js';

/** Requests of one group of routes in an interval. */
interface Group {
  readonly waits: number[];
}

export interface Report {
  readonly requests: number;
  /** Count and latencies by group, milliseconds. */
  readonly groups: ReadonlyMap<string, { readonly count: number; readonly p50: number; readonly p99: number }>;
  /** Unsuccessful answers by status and code. */
  readonly refusals: ReadonlyMap<string, number>;
}

/** Counts requests; each report starts a new interval. */
export class Figures {
  #groups = new Map<string, Group>();
  #refusals = new Map<string, number>();
  /** Answers with status 500 and above, and requests without an answer, since the start. */
  readonly failures: string[] = [];

  note(group: string, waitMs: number): void {
    const known = this.#groups.get(group) ?? { waits: [] };
    known.waits.push(waitMs);
    this.#groups.set(group, known);
  }

  refused(status: number, code: string, what: string): void {
    const key = `${status} ${code}`;
    this.#refusals.set(key, (this.#refusals.get(key) ?? 0) + 1);
    if (status >= 500) this.fail(`${what}: ${key}`);
  }

  fail(what: string): void {
    this.failures.push(what);
  }

  report(): Report {
    const groups = [...this.#groups].sort().map(([name, { waits }]) => {
      return [name, { count: waits.length, p50: median(waits), p99: percentile(waits, 99) }] as const;
    });
    const refusals = this.#refusals;
    this.#groups = new Map();
    this.#refusals = new Map();
    return { requests: groups.reduce((sum, [, { count }]) => sum + count, 0), groups: new Map(groups), refusals };
  }
}

/** Returns the group a request is counted in: method and resource. */
const groupOf = (method: string, path: string): string => `${method} ${path.split(/[/?]/).slice(1, 3).join('/')}`;

/** Wraps fetch so that latencies and refusals are recorded. */
export const measuredFetch =
  (figures: Figures) =>
  async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url);
    const began = performance.now();
    const response = await fetch(request);
    figures.note(groupOf(request.method, pathname), performance.now() - began);
    if (!response.ok) {
      const { code = 'UNKNOWN' } = (await response.clone().json()) as { readonly code?: string };
      figures.refused(response.status, code, `${request.method} ${pathname}`);
    }
    return response;
  };

/** An answer of the API; one without success has a code. */
interface Answer<Body> {
  readonly status: number;
  readonly body: Body & { readonly code?: string };
}

/** A measuring client of the API, for requests that no typed client would send and for reading records. */
export interface Client {
  /** Returns the answer of any status. */
  ask<Body>(
    method: 'GET' | 'POST',
    path: string,
    options?: { readonly body?: object; readonly caller?: string | undefined },
  ): Promise<Answer<Body>>;
  /** @throws Error for an answer without success, with which a scenario cannot continue */
  get<Body>(path: string, caller?: string): Promise<Body>;
}

export const createClient = (baseUrl: string, figures: Figures): Client => {
  const send = measuredFetch(figures);
  const ask: Client['ask'] = async (method, path, { body, caller } = {}) => {
    const request = new Request(`${baseUrl}${path}`, {
      method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(caller !== undefined && { 'x-user-address': caller }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const response = await send(request);
    return { status: response.status, body: (await response.json()) as never };
  };
  return {
    ask,
    async get<Body>(path: string, caller?: string) {
      const { status, body } = await ask<Body>('GET', path, { caller });
      if (status < 300) return body;
      throw new Error(`GET ${path}: ${status} ${body.code ?? 'UNKNOWN'}`);
    },
  };
};
