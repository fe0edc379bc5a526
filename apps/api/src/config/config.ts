import type { Network } from '@weir/covenants';
import type { ServerConfig } from '@weir/http';
import type { IdempotencyContext, RetentionPolicy } from '@weir/services';

/** How callers identify themselves. */
export interface AuthConfig {
  /** `header`: the header is trusted; `signed`: the address is proven by a wallet's signature. */
  readonly mode: 'header' | 'signed';
  /** The domain that users sign in to; part of the message they sign. */
  readonly domain: string;
  /**
   * The secret that bearers are signed with; undefined lets the replicas generate one and share it through the
   * database.
   */
  readonly secret: string | undefined;
}

/** Limits of exports. */
export interface ExportsConfig {
  /** Concurrent exports of this process. */
  readonly atOnce: number;
  /** Of these, from one network; 0 sets no limit. */
  readonly perNetwork: number;
}

/** Settings of the HTTP layer. */
export interface HttpConfig extends ServerConfig {
  readonly network: Network;
  readonly auth: AuthConfig;
  /** Counted per process, or over all replicas. */
  readonly rateLimit: ServerConfig['rateLimit'] & { readonly store: 'memory' | 'postgres' };
  /** Largest body, bytes. */
  readonly bodyLimit: number;
  /** Undefined where this process does not serve the console. */
  readonly console: ConsoleConfig | undefined;
  /** Limits of concurrent exports. */
  readonly exports: ExportsConfig;
  /** Limits of event streams. */
  readonly followers: FollowersConfig;
}

/** Settings of the console, where this process serves it. */
export interface ConsoleConfig {
  /** Directory of its files; undefined for the build in this repository. */
  readonly directory: string | undefined;
  /** URL of the dev kit of a local chain. */
  readonly devKitUrl: string | undefined;
  readonly walletConnectProjectId: string | undefined;
  /** URL of a transaction in a block explorer, with `{hash}` for its hash. */
  readonly transactionUrl: string | undefined;
}

/** Limits of clients that follow events. */
export interface FollowersConfig {
  /** Open event streams of this process. */
  readonly connections: number;
  /** Of these, from one network; 0 sets no limit. */
  readonly perNetwork: number;
  /** Interval of heartbeats, milliseconds. */
  readonly heartbeatMs: number;
}

/** How token metadata is looked up. */
export interface TokensConfig {
  /**
   * `on`: one process among those with this setting looks tokens up; `local`: in private networks as well; `off`: this
   * process only shows what others found.
   */
  readonly mode: 'on' | 'off' | 'local';
  /** How long found metadata counts as current, seconds. */
  readonly freshSeconds: number;
  /** Base URL of an IPFS gateway, ending in `/ipfs/`. */
  readonly ipfsGateway: string;
}

/** All settings of the process. */
export interface Config {
  readonly http: HttpConfig;
  readonly host: string;
  readonly port: number;
  readonly databaseUrl: string;
  /** Standby servers that may answer reads; empty where the primary answers all. */
  readonly reads: {
    readonly urls: readonly string[];
    /** Longest wait for a standby to catch up with the last commit, milliseconds. */
    readonly waitMs: number;
  };
  /** URL of the indexer; undefined where there is none. */
  readonly indexerUrl: string | undefined;
  readonly electrumUrls: readonly string[];
  /** Longest wait for a database connection, milliseconds. */
  readonly databaseTimeoutMs: number;
  /** Time limit of an Electrum request, milliseconds. */
  readonly electrumTimeoutMs: number;
  /** Confirmations a transaction needs before a confirm endpoint counts it; 0 counts the mempool. */
  readonly minConfirmations: number;
  /** Quotas and lifetimes of records that nobody has funded. */
  readonly retention: RetentionPolicy;
  /** Most idempotency keys of one caller or network. */
  readonly idempotencyKeys: IdempotencyContext['quota'];
  /** How long events are kept, seconds. */
  readonly eventsSeconds: number;
  /**
   * `on`: one process among those with this setting sends them; `local`: to private networks as well; `off`: this
   * process does not.
   */
  readonly webhooks: 'on' | 'off' | 'local';
  readonly tokens: TokensConfig;
  /** Most webhooks of one caller; 0 allows none. */
  readonly webhooksPerCaller: number;
  /** Most webhooks registered from one network; 0 sets no bound. */
  readonly webhooksPerNetwork: number;
  readonly watcher: 'off' | 'protect';
  /** Highest fee rate that transactions pay whatever servers report, satoshis per 1,000 bytes. */
  readonly maxFeeRate: bigint;
  /** Age of the newest block, seconds, from which the process is not ready; 0 sets no limit. */
  readonly maxTipAgeSeconds: number;
}
