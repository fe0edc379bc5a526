import type { Network } from '@weir/covenants';

/** What the HTTP layer needs to know. */
export interface HttpConfig {
  readonly network: Network;
  /** Origins whose pages may call, or all of them. */
  readonly corsOrigins: '*' | readonly string[];
  /** Requests per client address and window; max 0 sets no bound. */
  readonly rateLimit: { readonly max: number; readonly windowMs: number };
  /** Connections at once; further ones are closed as they come. */
  readonly maxConnections: number;
  /** Longest time to receive, and to answer, a request, milliseconds. */
  readonly requestTimeoutMs: number;
  /** Addresses of proxies whose X-Forwarded-For is believed; none for false. */
  readonly trustProxy: string | false;
  readonly logLevel: string;
}

/** All settings of the process. */
export interface Config {
  readonly http: HttpConfig;
  readonly host: string;
  readonly port: number;
  /** The indexer's own database. */
  readonly databaseUrl: string;
  /** The API's, read only; undefined where nobody says where it is. */
  readonly apiDatabaseUrl: string | undefined;
  readonly electrumUrls: readonly string[];
  /** Confirmations from which a block is indexed, at least 1. */
  readonly confirmations: number;
  /** The first block that is indexed. */
  readonly startHeight: number;
  readonly watcher: 'off' | 'protect';
  /** Age of the newest block, seconds, from which the process is not ready; 0 sets no bound. */
  readonly maxTipAgeSeconds: number;
}
