import type { Outpoint } from '../chain/outpoint.js';
import type { ClockCoin } from '../contract/clock-coin.js';
import type { CompanionCoin } from '../contract/companion-coin.js';

/** A deployed contract as it stands: what the next step spends. The same for every product; callers store it as it is. */
export interface ContractState {
  /** Of the state output. */
  readonly outpoint: Outpoint;
  readonly satoshis: bigint;
  /** The deployment's own category, display-order hex. */
  readonly category: string;
  /** Hex; what it says depends on the product. */
  readonly commitment: string;
  /** In token mode: the output right behind the state, which holds the tokens. */
  readonly companion?: CompanionCoin | undefined;
  /** While a notice runs: the output that began it. */
  readonly clock?: ClockCoin | undefined;
}
