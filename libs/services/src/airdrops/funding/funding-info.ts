import {
  airdropLaneFundings,
  airdropPool,
  buildAirdropFunding,
  encodeAirdropState,
  findAirdropDeployment,
} from '@weir/covenants';
import type { CampaignRecord } from '@weir/infra';
import { withFunds } from '../../shared/covenant-refusals.js';
import { assertUnexpired } from '../../shared/retention.js';
import { refuseSecondFunding, type FundingPlace } from '../../shared/second-funding.js';
import { ServiceError } from '../../shared/service-error.js';
import { type PayingWallet, walletCoins } from '../../shared/wallet-coins.js';
import { describeFunding, describePreparation } from '../../streams/funding/funding-info.js';
import type { AirdropContext } from '../campaign/airdrop-context.js';
import type { LoadedContract } from '../campaign/campaign-contracts.js';
import { assertOfKey, contractOf, loadCampaign } from '../campaign/load-campaign.js';
import { candidateContracts, whitelistLanes } from './candidate-contracts.js';

/**
 * Where a funding lies, and how it is shown: a coin alone shows only its lane's state; which lanes there are, and what each holds,
 * only the whole transaction shows.
 */
const placeOf = ({ contract, tree }: LoadedContract): FundingPlace => {
  const lanes = whitelistLanes(tree);
  const fundings = airdropLaneFundings(contract, lanes);
  const least = new Map(fundings.map(({ state, satoshis }) => [encodeAirdropState(state), satoshis]));
  return {
    lockingBytecode: contract.lockingBytecode,
    mayFund: ({ satoshis, token }) =>
      token?.nft?.capability === 'mutable' && satoshis >= (least.get(token.nft.commitment) ?? satoshis + 1n),
    funds: ({ txid, transaction }) => findAirdropDeployment(contract, txid, transaction, lanes).ok,
  };
};

/** Refuses a campaign that is funded on the chain, also with a list that was replaced since: confirm-funding accepts it. */
export const refuseFunded = async (context: AirdropContext, campaign: CampaignRecord): Promise<void> => {
  for (const loaded of await candidateContracts(context, campaign))
    await refuseSecondFunding(placeOf(loaded), context.chain);
};

/**
 * Builds the funding for the creator to sign, or the preparation that their wallet needs before it.
 *
 * @throws ServiceError WRONG_STATE, INSUFFICIENT_FUNDS
 */
export const fundingInfo = async (context: AirdropContext, id: string, wallet?: PayingWallet) => {
  const campaign = await loadCampaign(context, id);
  if (campaign.status !== 'PENDING') {
    throw new ServiceError('WRONG_STATE', `The campaign is ${campaign.status}; only a PENDING one needs funding`, {
      status: campaign.status,
    });
  }
  assertUnexpired(campaign.expiresAt, context);
  assertOfKey(campaign, { words: 'fund', kind: 'airdrop' });
  const { contract, tree } = await contractOf(context, campaign);
  const { creator } = contract.parameters;
  const lanes = whitelistLanes(tree);
  const [tip, funds, feeRate] = await Promise.all([
    context.chain.tip(),
    walletCoins(context, creator, wallet),
    context.chain.feeRate(),
    refuseFunded(context, campaign),
  ]);
  const { kind, transaction } = withFunds('creator', () =>
    buildAirdropFunding(contract, funds, tip, lanes, { feeRate }),
  );
  if (kind === 'preparation') return describePreparation(transaction);
  return {
    ...(await describeFunding(context, transaction)),
    fundingInfo: {
      campaignId: campaign.campaignId,
      contractAddress: campaign.contract?.address ?? '',
      creator: campaign.creator,
      amount: airdropPool(contract.parameters),
      tokenType: campaign.tokenType,
      tokenCategory: campaign.tokenCategory,
      lanes: campaign.contract?.lanes ?? 1,
      claims: campaign.contract?.claims ?? 0,
      merkleRoot: campaign.tree?.root ?? null,
      feeReserve: contract.claimFee * BigInt(campaign.contract?.claims ?? 0),
    },
  };
};
