import type { Network } from '@weir/covenants';
import type { AirdropsRepository, ChainReader } from '@weir/infra';
import type { BuildSlots } from './whitelist/build-slots.js';
import type { LaneTurns } from './live/lane-turns.js';
import type { LiveTrees } from './live/live-trees.js';
import type { CampaignContracts } from './campaign-contracts.js';

/** What the service of airdrops is made over. */
export interface AirdropSettings {
  readonly airdrops: AirdropsRepository;
  readonly chain: ChainReader;
  readonly network: Network;
  /** Confirmations a transaction needs before a confirm endpoint counts it; 0 counts the mempool. */
  readonly minConfirmations: number;
  /** Unix seconds. */
  readonly now: () => number;
}

/** What the use cases of airdrops work with: what is kept in memory only saves work, and may be lost at any time. */
export interface AirdropContext extends AirdropSettings {
  readonly contracts: CampaignContracts;
  readonly trees: LiveTrees;
  readonly turns: LaneTurns;
  readonly builds: BuildSlots;
}
