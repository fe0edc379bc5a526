import type { TransactionCommon } from '@bitauth/libauth';
import { findAirdropDeployment, type AirdropContract, type WhitelistLane } from '@weir/covenants';
import type { CampaignRecord } from '@weir/infra';
import { bindUseCases } from '../shared/bind-use-cases.js';
import { assertUnexpired } from '../shared/retention.js';
import { ServiceError } from '../shared/service-error.js';
import type { AirdropContext } from './airdrop-context.js';
import { closingUnitOf, confirmClosing } from './closing/close-by-unit.js';
import { assertActive, closableAt } from './closing/open-lanes.js';
import { whitelistLanes } from './funding/candidate-contracts.js';
import { confirmFunding } from './funding/confirm-funding.js';
import { refuseFunded } from './funding/funding-info.js';
import { contractOf } from './load-campaign.js';

/** The unfunded campaign that a vault's payment opens. */
export interface AirdropOpening {
  readonly contract: AirdropContract;
  /** Lanes of its list; undefined for a public campaign. */
  readonly whitelist: readonly WhitelistLane[] | undefined;
  /** Whether a transaction opens all of it, as it is. */
  readonly opens: (transaction: TransactionCommon) => boolean;
}

/** What would open a campaign, without the chain. @throws ServiceError WRONG_STATE, RECORD_EXPIRED */
const openingOf = async (context: AirdropContext, campaign: CampaignRecord): Promise<AirdropOpening> => {
  const { id, status } = campaign;
  if (status !== 'PENDING')
    throw new ServiceError(
      'WRONG_STATE',
      `The airdrop is ${status} and cannot be funded any more. Reject the proposal`,
      {
        type: 'airdrop',
        id,
        status,
      },
    );
  assertUnexpired(campaign.expiresAt, context);
  const { contract, tree } = await contractOf(context, campaign);
  const whitelist = whitelistLanes(tree);
  return {
    contract,
    whitelist,
    // A transaction that is not signed yet has no final hash.
    opens: (transaction) => findAirdropDeployment(contract, '', transaction, whitelist).ok,
  };
};

/** @throws ServiceError WRONG_STATE, NOT_CANCELABLE, CHAIN_UNAVAILABLE where the unit cannot be handed over, or need not be */
const assertClosable = async (context: AirdropContext, campaign: CampaignRecord): Promise<void> => {
  assertActive(campaign);
  await closableAt(context, await contractOf(context, campaign), campaign);
  if ((await closingUnitOf(context, campaign)) === undefined) return;
  throw new ServiceError(
    'WRONG_STATE',
    'The vault has already handed over the closing unit of the campaign: the service closes its lanes without another signature',
    { status: campaign.status, closing: campaign.closing },
  );
};

const findCampaign = (context: AirdropContext, id: string): Promise<CampaignRecord | undefined> =>
  context.airdrops.findById(id);

/** Builds what the proposals of vaults open and close campaigns by. */
export const createGrantedAirdrops = (context: AirdropContext) =>
  bindUseCases(context, {
    find: findCampaign,
    opening: openingOf,
    refuseFunded,
    assertClosable,
    confirmFunding,
    confirmClosing,
  });

export type GrantedAirdrops = ReturnType<typeof createGrantedAirdrops>;
