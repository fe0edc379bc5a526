import type { Answer, Send, Sent } from '../connection/ask.js';
import type { Connection } from '../connection/connection.js';
import type { RecordProduct } from '../types/records.types.js';

interface Init {
  readonly params?: { readonly path?: { readonly id: string }; readonly query?: object };
  readonly body?: object;
}

/** Requests of one product by the end of their path. What they answer the caller says. */
export interface RecordRequests {
  readonly get: <Data>(path: string, init?: Init) => Send<Data>;
  readonly post: <Data>(path: string, init: Init & { readonly body: object }) => Send<Data>;
}

/** openapi-fetch types one path at a time; the products have the same ones. */
type Request = <Data>(path: string, init: Sent & Init) => Promise<Answer<Data>>;

/** Creates the requests of a product. */
export const recordRequests = ({ api }: Connection, product: RecordProduct): RecordRequests => {
  const { GET, POST } = api as unknown as { readonly GET: Request; readonly POST: Request };
  return {
    get: (path, init) => (sent) => GET(`/api/${product}${path}`, { ...sent, ...init }),
    post: (path, init) => (sent) => POST(`/api/${product}${path}`, { ...sent, ...init }),
  };
};
