import type { Duty, Network } from '@weir/covenants';
import type { ChainReader, IndexReader } from '@weir/infra';
import type { IndexerLog } from '../sync/sync.types.js';

/** A transaction that the watcher broadcast. */
export interface ContractAction {
  readonly kind: Duty['kind'];
  readonly txHash: string;
}

export interface ContractWatcherOptions {
  readonly reader: IndexReader;
  readonly chain: ChainReader;
  readonly network: Network;
  /** Confirmations from which a block is indexed. */
  readonly confirmations: number;
  readonly databaseUrl: string;
  /** Unix seconds. */
  readonly now: () => number;
  readonly log: IndexerLog;
  /** Longest pause between two rounds, milliseconds, default 30,000: each write of the indexer's starts one. */
  readonly intervalMs?: number;
  /** Interval at which the index is polled for writes, milliseconds, default 1,000. */
  readonly pollMs?: number;
  /** Pause between two attempts to become the one that watches, milliseconds, default 3,000. */
  readonly electionMs?: number;
}

/** State of the watcher in this process. */
export interface ContractWatcherStatus {
  readonly isLeader: boolean;
  /** Unix seconds of the last complete round here; null before the first. */
  readonly lastRoundAt: number | null;
  readonly lastAction: (ContractAction & { readonly at: number }) | null;
}

export interface ContractWatcher {
  status(): ContractWatcherStatus;
  stop(): Promise<void>;
}
