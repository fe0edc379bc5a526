import { findAirdropDeployment } from '@weir/covenants';
import type { CampaignRecord } from '@weir/infra';
import { assertUnexpired } from '../shared/keeping.js';
import { ServiceError } from '../shared/service-error.js';
import type { AirdropOpening, GrantedAirdrops } from '../vaults/grants/granted-airdrops.js';
import type { AirdropContext } from './airdrop-context.js';
import { closingUnitOf } from './closing/close-by-unit.js';
import { confirmClosing } from './closing/confirm-closing.js';
import { assertActive, closableAt } from './closing/open-lanes.js';
import { whitelistLanes } from './funding/candidate-contracts.js';
import { confirmFunding } from './funding/confirm-funding.js';
import { refuseFunded } from './funding/funding-info.js';
import { contractOf } from './load-campaign.js';

const openingOf = async (context: AirdropContext, campaign: CampaignRecord): Promise<AirdropOpening> => {
  const { id, status } = campaign;
  if (status !== 'PENDING')
    throw new ServiceError(
      'WRONG_STATE',
      `The airdrop is ${status}: there is nothing left to open. Reject the proposal`,
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

const assertClosable = async (context: AirdropContext, campaign: CampaignRecord): Promise<void> => {
  assertActive(campaign);
  await closableAt(context, await contractOf(context, campaign), campaign);
  if ((await closingUnitOf(context, campaign)) === undefined) return;
  throw new ServiceError(
    'WRONG_STATE',
    'The vault has handed over the closing unit of the campaign already: its lanes are closed without anybody’s signature',
    { status: campaign.status, closing: campaign.closing },
  );
};

/** Builds the port through which the proposals of vaults open and close campaigns. */
export const createGrantedAirdrops = (context: AirdropContext): GrantedAirdrops => ({
  find: (id) => context.airdrops.findById(id),
  opening: (campaign) => openingOf(context, campaign),
  refuseFunded: (campaign) => refuseFunded(context, campaign),
  assertClosable: (campaign) => assertClosable(context, campaign),
  confirmFunding: (id, txHash) => confirmFunding(context, id, txHash),
  confirmClosing: (id, txHash) => confirmClosing(context, id, txHash),
});
