import type { CompanionCoin } from '../../contract/companion-coin.js';
import type { VestingCoin } from '../vesting-coin.js';

/** A deployment in token mode as it stands now: the state, and its companion at the next index. */
export interface TokenVestingCoin extends VestingCoin {
  readonly companion: CompanionCoin;
}
