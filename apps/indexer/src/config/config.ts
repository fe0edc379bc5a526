import type { Network } from '@weir/covenants';
import type { ServerConfig } from '@weir/http';

/** What the HTTP layer needs to know. */
export interface HttpConfig extends ServerConfig {
  readonly network: Network;
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
  /** Longest wait for an Electrum server's answer, milliseconds. */
  readonly electrumTimeoutMs: number;
  /** Confirmations from which a block is indexed, at least 1. */
  readonly confirmations: number;
  /** The first block that is indexed. */
  readonly startHeight: number;
  readonly watcher: 'off' | 'protect';
  /** Most that transactions pay whatever servers tell, satoshis for 1,000 bytes. */
  readonly maxFeeRate: bigint;
  /** Age of the newest block, seconds, from which the process is not ready; 0 sets no bound. */
  readonly maxTipAgeSeconds: number;
}
