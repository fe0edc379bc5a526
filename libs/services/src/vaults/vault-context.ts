import type { VaultsRepository } from '@weir/infra';
import type { GrantedAirdrops } from '../airdrops/granted-airdrops.js';
import type { GrantedPlans } from '../plans/granted-plans.js';
import type { StreamContext } from '../streams/stream-context.js';

/** The dependencies of the vault use cases: those of streams too, since a vault may be the sender of some. */
export interface VaultContext extends Omit<StreamContext, 'vaults'> {
  readonly vaults: VaultsRepository;
  /** Plans of lists that proposals open and cancel; where it is left out, no proposal names any. */
  readonly plans?: GrantedPlans;
  /** Campaigns that proposals open and close; where it is left out, no proposal names any. */
  readonly airdrops?: GrantedAirdrops;
}
