import type { Figures } from './figures.js';
import { measuredFetch } from './measured-fetch.js';

/** An answer of the API. */
export interface Answer<Body> {
  readonly status: number;
  readonly body: Body;
}

/** The error of an answer. */
interface Refusal {
  readonly code?: string;
  readonly message?: string;
}

/** Thrown for an answer with which a scenario cannot continue. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';

  constructor(
    readonly status: number,
    readonly code: string,
    what: string,
  ) {
    super(`${what}: ${status} ${code}`);
  }
}

/** A measuring client of the API. */
export interface Client {
  /** Returns the answer, whatever its status. */
  ask<Body>(
    method: 'GET' | 'POST',
    path: string,
    options?: { readonly body?: object; readonly caller?: string; readonly headers?: Readonly<Record<string, string>> },
  ): Promise<Answer<Body & Refusal>>;
  /** @throws RefusedError */
  get<Body>(path: string, caller?: string): Promise<Body>;
  /** @throws RefusedError */
  post<Body>(path: string, body: object, caller?: string): Promise<Body>;
}

export const createClient = (baseUrl: string, figures: Figures): Client => {
  const send = measuredFetch(figures);
  const ask: Client['ask'] = async (method, path, { body, caller, headers } = {}) => {
    const request = new Request(`${baseUrl}${path}`, {
      method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(caller !== undefined && { 'x-user-address': caller }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const response = await send(request);
    return { status: response.status, body: (await response.json()) as never };
  };
  const expectSuccess = async <Body>(
    method: 'GET' | 'POST',
    path: string,
    options: Parameters<Client['ask']>[2],
  ): Promise<Body & Refusal> => {
    const { status, body } = await ask<Body>(method, path, options);
    if (status >= 300)
      throw new RefusedError(status, body.code ?? 'UNKNOWN', `${method} ${path} (${body.message ?? ''})`);
    return body;
  };
  return {
    ask,
    get: (path, caller) => expectSuccess('GET', path, { ...(caller !== undefined && { caller }) }),
    post: (path, body, caller) => expectSuccess('POST', path, { body, ...(caller !== undefined && { caller }) }),
  };
};
