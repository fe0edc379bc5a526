import type { Network } from '@weir/covenants';
import type { ServerConfig } from '@weir/http';

/** Settings of the HTTP layer. */
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
  /** The API's database, read only; undefined where it is not configured. */
  readonly apiDatabaseUrl: string | undefined;
  readonly electrumUrls: readonly string[];
  /** Longest wait for a database connection, milliseconds. */
  readonly databaseTimeoutMs: number;
  /** Time limit of an Electrum request, milliseconds. */
  readonly electrumTimeoutMs: number;
  /** Confirmations from which a block is indexed, at least 1. */
  readonly confirmations: number;
  /** The first block that is indexed. */
  readonly startHeight: number;
  readonly watcher: 'off' | 'protect';
  /** Highest fee rate that transactions pay whatever servers report, satoshis per 1,000 bytes. */
  readonly maxFeeRate: bigint;
  /** Age of the newest block, seconds, from which the process is not ready; 0 sets no limit. */
  readonly maxTipAgeSeconds: number;
}
