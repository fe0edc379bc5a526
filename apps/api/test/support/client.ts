import { readFileSync } from 'node:fs';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import type { NonceResponse, VerifyResponse } from '@weir/api-contract';
import { assertDocumented } from '@weir/openapi';
import type { Wallet } from '@weir/wallet';

const committed: unknown = JSON.parse(
  readFileSync(new URL('../../../../docs/api/openapi.json', import.meta.url), 'utf8'),
);
/**
 * The committed document; documents.spec.ts proves that it is the app's own, which is expensive to generate for each
 * app.
 */
const DOCUMENT = { swagger: () => committed };

/** An answer of the API. */
export interface Answer<Body> {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: Body;
}

/** The fields of errors that tests read. */
export interface Refusal {
  readonly success: false;
  readonly error: string;
  readonly code: string;
  readonly message: string;
  readonly requestId: string;
  readonly details?: Readonly<Record<string, unknown>>;
  readonly [field: string]: unknown;
}

/** An answer that refuses with a status and a code, for `toMatchObject`. */
export const refusal = (status: number, code: string, more: object = {}): object => ({
  status,
  body: { success: false, code, ...more },
});

/**
 * A client of the API that names itself as the caller where it has an address. Every answer is checked against the
 * committed document: an undocumented one fails each test.
 */
export class Client {
  constructor(
    private readonly app: FastifyInstance,
    private readonly headers: Readonly<Record<string, string>> = {},
    /** The server to call, if not the app in this process. */
    private readonly server: Server = app,
  ) {}

  /** Returns the same client with another caller. */
  as(address: string): Client {
    return this.with({ 'x-user-address': address });
  }

  /** Returns the same client with a bearer. */
  bearing(bearer: string): Client {
    return this.with({ authorization: `Bearer ${bearer}` });
  }

  /** Its authorization header. */
  get authorization(): string {
    return this.headers['authorization'] ?? '';
  }

  /** Returns the same client with more headers. */
  with(headers: Readonly<Record<string, string>>): Client {
    return new Client(this.app, { ...this.headers, ...headers }, this.server);
  }

  /** Returns the same client for another server with the same document. */
  at(server: Server): Client {
    return new Client(this.app, this.headers, server);
  }

  /** Signs a wallet in as a frontend would, and returns the same client with its bearer. */
  async signedInAs(wallet: Wallet): Promise<Client> {
    const { body: nonce } = await this.post<NonceResponse>('/api/auth/nonce', { address: wallet.address });
    const proof = { address: wallet.address, signature: wallet.signMessage(nonce.message), nonceId: nonce.nonceId };
    const { body } = await this.post<VerifyResponse>('/api/auth/verify', proof);
    return this.bearing(body.bearer);
  }

  /** Signs a wallet in by a transaction, for all its addresses, and returns the same client with its bearer. */
  async signedInByTransaction(wallet: Wallet): Promise<Client> {
    const [address, ...addresses] = await wallet.getAddresses();
    const { body: nonce } = await this.post<NonceResponse>('/api/auth/nonce', { address, addresses });
    const { signedTransaction: transaction } = await wallet.signTransaction(nonce.wcTransaction);
    const { body } = await this.post<VerifyResponse>('/api/auth/verify', {
      address,
      transaction,
      nonceId: nonce.nonceId,
    });
    return this.bearing(body.bearer);
  }

  get<Body>(url: string): Promise<Answer<Body>> {
    return this.send('GET', url);
  }

  post<Body>(url: string, body?: object): Promise<Answer<Body>> {
    return this.send('POST', url, body);
  }

  /** Sends a request with a body of any kind. */
  async send<Body>(
    method: 'GET' | 'POST',
    url: string,
    payload?: object | string,
    more: Readonly<Record<string, string>> = {},
  ): Promise<Answer<Body>> {
    const response = await this.raw(method, url, payload, more);
    const { statusCode: status, headers } = response;
    // Files are not checked here; their own tests do.
    if (/^(?:text\/(?:csv|plain|html)|image\/svg)/u.test(String(headers['content-type'])))
      return { status, headers, body: response.body as Body };
    const body = response.json<Body>();
    assertDocumented(DOCUMENT, { method, url, status, body });
    return { status, headers, body };
  }

  /** Returns the raw answer. */
  raw(method: 'GET' | 'POST', url: string, payload?: object | string, more: Readonly<Record<string, string>> = {}) {
    return this.server.inject({
      method,
      url,
      headers: { ...this.headers, ...more },
      ...(payload !== undefined && { payload }),
    });
  }
}

/** Returns the body of a successful answer, which the scenario needs to continue. */
export const succeeded = async <Body>(answer: Promise<Answer<Body>>): Promise<Body> => {
  const { status, body } = await answer;
  if (status < 200 || status > 299) throw new Error(`The scenario failed with ${status}: ${JSON.stringify(body)}`);
  return body;
};

/** An answer as tests read it. */
export type ServerAnswer = Pick<LightMyRequestResponse, 'statusCode' | 'headers' | 'body' | 'json'>;

/** A server for tests: an app in this process, or one in front of others. */
export interface Server {
  inject(request: InjectOptions): Promise<ServerAnswer>;
}
