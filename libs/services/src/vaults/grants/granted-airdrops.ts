import type { TransactionCommon } from '@bitauth/libauth';
import type { AirdropContract, WhitelistLane } from '@weir/covenants';
import type { CampaignRecord } from '@weir/infra';

/** The unfunded campaign that a vault's payment opens. */
export interface AirdropOpening {
  readonly contract: AirdropContract;
  /** Lanes of its list; undefined for a public campaign. */
  readonly whitelist: readonly WhitelistLane[] | undefined;
  /** Whether a transaction opens all of it, as it is. */
  readonly opens: (transaction: TransactionCommon) => boolean;
}

/** The port through which vaults use campaigns. */
export interface GrantedAirdrops {
  /** @param id uuid */
  find(id: string): Promise<CampaignRecord | undefined>;
  /** What would open a campaign, without the chain. @throws ServiceError WRONG_STATE, RECORD_EXPIRED */
  opening(campaign: CampaignRecord): Promise<AirdropOpening>;
  /** @throws ServiceError WRONG_STATE where it is funded on the chain already, CHAIN_UNAVAILABLE */
  refuseFunded(campaign: CampaignRecord): Promise<void>;
  /** @throws ServiceError WRONG_STATE, NOT_CANCELABLE, CHAIN_UNAVAILABLE where the unit cannot be handed over, or need not be */
  assertClosable(campaign: CampaignRecord): Promise<void>;
  /** Verifies a funding on the chain and records it. @throws ServiceError as confirm-funding does */
  confirmFunding(id: string, txHash: string): Promise<unknown>;
  /** Records that the closing unit was handed over, and closes the lanes. @throws ServiceError as confirm endpoints do */
  confirmClosing(id: string, txHash: string): Promise<void>;
}
