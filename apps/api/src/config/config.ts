import type { Network } from '@weir/covenants';
import type { ServerConfig } from '@weir/http';
import type { IdempotencyContext, Keeping } from '@weir/services';
import type { ExportsConfig } from '../exports/export-places.js';
import type { AuthConfig } from './auth-config.js';

/** What the HTTP layer needs to know. */
export interface HttpConfig extends ServerConfig {
  readonly network: Network;
  readonly auth: AuthConfig;
  /** Counted in each process, or by all replicas together. */
  readonly rateLimit: ServerConfig['rateLimit'] & { readonly store: 'memory' | 'postgres' };
  /** Largest body, bytes. */
  readonly bodyLimit: number;
  /** Undefined where the page is served elsewhere, or nowhere. */
  readonly console: ConsoleConfig | undefined;
  /** How many exports are written at once. */
  readonly exports: ExportsConfig;
  /** Those who follow events. */
  readonly followers: FollowersConfig;
}

/** The page, where this process serves it. */
export interface ConsoleConfig {
  /** Where its files are; undefined where they were built in this repository. */
  readonly directory: string | undefined;
  /** The dev kit of a local chain. */
  readonly devKitUrl: string | undefined;
  readonly walletConnectProjectId: string | undefined;
  /** Shows a transaction in a block explorer, `{hash}` in it standing for its hash. */
  readonly transactionUrl: string | undefined;
}

/** How those are served who follow events. */
export interface FollowersConfig {
  /** Connections of this process at once. */
  readonly connections: number;
  /** Of them, those of one network; 0 sets no bound. */
  readonly perNetwork: number;
  /** Longest silence, milliseconds. */
  readonly heartbeatMs: number;
}

/** How the names of tokens are learnt. */
export interface TokensConfig {
  /** `on`: one process among those with it looks; `local`: into private networks, too; `off`: this one shows what others learnt. */
  readonly mode: 'on' | 'off' | 'local';
  /** For how long what was found is taken for the present state, seconds. */
  readonly freshSeconds: number;
  /** Base URL of what serves IPFS, which ends in `/ipfs/`. */
  readonly ipfsGateway: string;
}

/** All settings of the process. */
export interface Config {
  readonly http: HttpConfig;
  readonly host: string;
  readonly port: number;
  readonly databaseUrl: string;
  /** Standbys of it, one server each; none where the primary reads all. */
  readonly reads: {
    readonly urls: readonly string[];
    /** Longest wait for one to show what was committed, milliseconds. */
    readonly waitMs: number;
  };
  /** Of the indexer; undefined where there is none. */
  readonly indexerUrl: string | undefined;
  readonly electrumUrls: readonly string[];
  /** Longest wait for an Electrum server's answer, milliseconds. */
  readonly electrumTimeoutMs: number;
  /** Confirmations a transaction needs before a confirm endpoint counts it; 0 counts the mempool. */
  readonly minConfirmations: number;
  /** How much that nobody has paid for is kept, and for how long. */
  readonly keeping: Keeping;
  /** Idempotency keys that one caller, or one network, may have at a time. */
  readonly idempotencyKeys: IdempotencyContext['quota'];
  /** For how long events are kept, seconds. */
  readonly eventsSeconds: number;
  /** `on`: one process among those with it sends them; `local`: to private networks, too; `off`: this one does not. */
  readonly webhooks: 'on' | 'off' | 'local';
  readonly tokens: TokensConfig;
  /** Webhooks that one caller may have. */
  readonly webhooksPerCaller: number;
  readonly watcher: 'off' | 'protect';
  /** Whether campaigns for everybody are offered; `auto`: where the servers' nodes relay their claims. */
  readonly publicCampaigns: 'auto' | 'on' | 'off';
  /** Most that transactions pay whatever servers tell, satoshis for 1,000 bytes. */
  readonly maxFeeRate: bigint;
  /** Age of the newest block, seconds, from which the process is not ready; 0 sets no bound. */
  readonly maxTipAgeSeconds: number;
}
