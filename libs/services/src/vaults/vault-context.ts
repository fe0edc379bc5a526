import type { Network } from '@weir/covenants';
import type { ChainReader, VaultsRepository } from '@weir/infra';

/** What the vault use cases work with. */
export interface VaultContext {
  readonly vaults: VaultsRepository;
  readonly chain: ChainReader;
  readonly network: Network;
  /** Confirmations a transaction needs before a confirm endpoint counts it; 0 counts the mempool. */
  readonly minConfirmations: number;
  /** Unix seconds. */
  readonly now: () => number;
}
