import type { Network } from '@weir/covenants';
import type { AuthConfig } from './auth-config.js';

/** What the HTTP layer needs to know. */
export interface HttpConfig {
  readonly network: Network;
  readonly auth: AuthConfig;
  /** Origins whose pages may call, or all of them. */
  readonly corsOrigins: '*' | readonly string[];
  /** Requests per client address and window, counted in each process or by all replicas together; max 0 sets no bound. */
  readonly rateLimit: { readonly max: number; readonly windowMs: number; readonly store: 'memory' | 'postgres' };
  /** Largest body, bytes. */
  readonly bodyLimit: number;
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
  readonly databaseUrl: string;
  /** Of the indexer; undefined where there is none. */
  readonly indexerUrl: string | undefined;
  readonly electrumUrls: readonly string[];
  /** Confirmations a transaction needs before a confirm endpoint counts it; 0 counts the mempool. */
  readonly minConfirmations: number;
  readonly watcher: 'off' | 'protect';
  /** Age of the newest block, seconds, from which the process is not ready; 0 sets no bound. */
  readonly maxTipAgeSeconds: number;
}
