import type { CurrencyPaymentsRepository, VaultsRepository } from '@weir/infra';
import type { AirdropContext } from '../airdrops/campaign/airdrop-context.js';
import type { PlanContext } from '../plans/load-plan.js';

/** The dependencies of the vault use cases: those of all other products too, since a vault may be the sender of any. */
export interface VaultContext extends PlanContext {
  readonly vaults: VaultsRepository;
  readonly airdrops: AirdropContext;
  readonly currencyPayments: CurrencyPaymentsRepository;
}
