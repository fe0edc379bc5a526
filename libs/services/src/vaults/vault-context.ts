import type { Network } from '@weir/covenants';
import type { ChainReader, VaultsRepository } from '@weir/infra';
import type { Keeping } from '../shared/keeping.js';

/** What the vault use cases work with. */
export interface VaultContext {
  readonly vaults: VaultsRepository;
  readonly chain: ChainReader;
  readonly network: Network;
  /** Confirmations a transaction needs before a confirm endpoint counts it; 0 counts the mempool. */
  readonly minConfirmations: number;
  /** How much that nobody has paid for is kept, and for how long; all of it for ever where left out. */
  readonly keeping?: Keeping;
  /** Unix seconds. */
  readonly now: () => number;
}
