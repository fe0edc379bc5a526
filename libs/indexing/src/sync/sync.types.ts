import type { Network } from '@weir/covenants';
import type { ChainReader, SyncRepository } from '@weir/infra';

/** The part of a pino logger that is used. */
export interface IndexerLog {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
}

export interface SyncContext {
  readonly chain: ChainReader;
  readonly sync: SyncRepository;
  readonly network: Network;
  /** Confirmations from which a block is indexed, at least 1. */
  readonly confirmations: number;
  /** Unix seconds. */
  readonly now: () => number;
}

/** Thrown when the chain does not permit a round at present; nothing was changed, and it is tried again. */
export class SyncPausedError extends Error {
  override readonly name = 'SyncPausedError';
}

/** Thrown when a transaction that a history lists as mined is in no block of the chain that is read. */
export class UnprovenTransactionError extends SyncPausedError {
  constructor(txid: string) {
    super(`Transaction ${txid} is not in a block of the chain that is being read`);
  }
}

/** Thrown when a reorganisation is so deep that an operator must decide. */
export class DeepReorganisationError extends Error {
  override readonly name = 'DeepReorganisationError';
}
