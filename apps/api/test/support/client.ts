import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import type { NonceResponse, VerifyResponse } from '@weir/api-contract';
import { assertDocumented } from '@weir/openapi';
import type { Wallet } from '@weir/wallet';
import type { Server } from './server.js';

const committed: unknown = JSON.parse(
  readFileSync(new URL('../../../../docs/api/openapi.json', import.meta.url), 'utf8'),
);
/** What frontends read; documents.spec.ts shows that it is what every app says of itself, which is dear to make for each. */
const DOCUMENT = { swagger: () => committed };

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

/**
 * A client of the API, naming itself as caller where it has an address. Every answer is held against the committed document:
 * one that is not documented fails the test, whatever the test looks at.
 */
export class Client {
  constructor(
    private readonly app: FastifyInstance,
    private readonly headers: Readonly<Record<string, string>> = {},
    /** What is asked, where it is not the app in this process. */
    private readonly server: Server = app,
  ) {}

  /** The same client as somebody else. */
  as(address: string): Client {
    return this.with({ 'x-user-address': address });
  }

  /** The same client with a bearer token. */
  bearing(bearer: string): Client {
    return this.with({ authorization: `Bearer ${bearer}` });
  }

  /** What it sends to prove who it is. */
  get authorization(): string {
    return this.headers['authorization'] ?? '';
  }

  /** The same client with more headers. */
  with(headers: Readonly<Record<string, string>>): Client {
    return new Client(this.app, { ...this.headers, ...headers }, this.server);
  }

  /** The same client, asking somebody else with the same document. */
  at(server: Server): Client {
    return new Client(this.app, this.headers, server);
  }

  /** The same client with a bearer for a wallet's address, got as a frontend gets it. */
  async signedInAs(wallet: Wallet): Promise<Client> {
    const { body: nonce } = await this.post<NonceResponse>('/api/auth/nonce', { address: wallet.address });
    const proof = { address: wallet.address, signature: wallet.signMessage(nonce.message), nonceId: nonce.nonceId };
    const { body } = await this.post<VerifyResponse>('/api/auth/verify', proof);
    return this.bearing(body.bearer);
  }

  get<Body>(url: string): Promise<Answer<Body>> {
    return this.send('GET', url);
  }

  post<Body>(url: string, body?: object): Promise<Answer<Body>> {
    return this.send('POST', url, body);
  }

  /** A request with a body of any kind. */
  async send<Body>(
    method: 'GET' | 'POST',
    url: string,
    payload?: object | string,
    more: Readonly<Record<string, string>> = {},
  ): Promise<Answer<Body>> {
    const response = await this.raw(method, url, payload, more);
    const { statusCode: status, headers } = response;
    // Files are no documents: what is in them is for their own tests.
    if (/^text\/csv/u.test(String(headers['content-type']))) return { status, headers, body: response.body as Body };
    const body = response.json<Body>();
    assertDocumented(DOCUMENT, { method, url, status, body });
    return { status, headers, body };
  }

  /** The answer as it is, whatever its content. */
  raw(method: 'GET' | 'POST', url: string, payload?: object | string, more: Readonly<Record<string, string>> = {}) {
    return this.server.inject({
      method,
      url,
      headers: { ...this.headers, ...more },
      ...(payload !== undefined && { payload }),
    });
  }
}
