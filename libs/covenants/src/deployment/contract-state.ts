import type { Outpoint } from '../chain/outpoint.js';
import type { ClockCoin } from '../contract/clock-coin.js';
import type { CompanionCoin } from '../contract/companion-coin.js';

/**
 * A deployed contract as it stands: what its next step spends. It has the same form for every product, and callers
 * store it unchanged.
 */
export interface ContractState {
  /** Of the state output. */
  readonly outpoint: Outpoint;
  readonly satoshis: bigint;
  /** The deployment's own category, display-order hex. */
  readonly category: string;
  /** Hex; its layout depends on the product. */
  readonly commitment: string;
  /** In token mode: the output right behind the state, which holds the tokens. */
  readonly companion?: CompanionCoin | undefined;
  /** Of a deployment under notice: the output that started the notice. */
  readonly clock?: ClockCoin | undefined;
}
