import type { Network } from '@weir/covenants';
import type { ChainReader, SyncRepository } from '@weir/infra';

/** As pino has it. */
export interface IndexerLog {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
}

/** What syncing works with. */
export interface SyncContext {
  readonly chain: ChainReader;
  readonly sync: SyncRepository;
  readonly network: Network;
  /** Confirmations from which a block is indexed, at least 1. */
  readonly confirmations: number;
  /** Unix seconds. */
  readonly now: () => number;
}

/** The chain does not let the indexer go on at the moment; nothing is changed, and it tries again. */
export class SyncPausedError extends Error {
  override readonly name = 'SyncPausedError';
}

/** The chain has been replaced so deeply that an operator has to look. */
export class DeepReorganisationError extends Error {
  override readonly name = 'DeepReorganisationError';
}
