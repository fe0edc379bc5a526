import type { FastifyInstance } from 'fastify';

/** An answer as a client sees it. */
export interface Answer<Body> {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: Body;
}

/** What error answers hold, as far as tests ask. */
export interface Refusal {
  readonly success: false;
  readonly error: string;
  readonly code: string;
  readonly message: string;
  readonly requestId: string;
  readonly details?: Readonly<Record<string, unknown>>;
  readonly [field: string]: unknown;
}

/** A client of the API, naming itself as caller where it has an address. */
export class Client {
  constructor(
    private readonly app: FastifyInstance,
    private readonly address?: string,
  ) {}

  /** The same client as somebody else. */
  as(address: string): Client {
    return new Client(this.app, address);
  }

  get<Body>(url: string): Promise<Answer<Body>> {
    return this.#send('GET', url);
  }

  post<Body>(url: string, body?: object): Promise<Answer<Body>> {
    return this.#send('POST', url, body);
  }

  async #send<Body>(method: 'GET' | 'POST', url: string, body?: object): Promise<Answer<Body>> {
    const headers = this.address === undefined ? {} : { 'x-user-address': this.address };
    const response = await this.app.inject({ method, url, headers, ...(body !== undefined && { payload: body }) });
    return { status: response.statusCode, headers: response.headers, body: response.json<Body>() };
  }
}
