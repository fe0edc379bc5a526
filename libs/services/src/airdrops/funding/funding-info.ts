import { hexToBin } from '@bitauth/libauth';
import {
  airdropLaneFundings,
  airdropPool,
  buildAirdropFunding,
  encodeAirdropState,
  lockingBytecodeOf,
  type AirdropContract,
  type WhitelistLane,
} from '@weir/covenants';
import type { TreeRecord } from '@weir/infra';
import { onChain } from '../../shared/chain-errors.js';
import { withFunds } from '../../shared/funds.js';
import { ServiceError } from '../../shared/service-error.js';
import { describeOutputs } from '../../streams/funding-info.js';
import type { AirdropContext } from '../airdrop-context.js';
import type { CampaignFundingInfo } from '../airdrops.types.js';
import { toCampaignView } from '../campaign-view.js';
import { contractOf, loadCampaign } from '../load-campaign.js';

/** A list's lanes as builders take them; undefined for a public campaign. */
export const whitelistLanes = (tree: TreeRecord | null): WhitelistLane[] | undefined =>
  tree?.laneList.map(({ lane, root, rows, total }) => ({ lane, root: hexToBin(root), rows, total }));

/** A funding that was broadcast and never confirmed here would be paid twice: it is named instead. */
const refuseSecondFunding = async (
  contract: AirdropContract,
  lanes: WhitelistLane[] | undefined,
  { chain }: AirdropContext,
): Promise<void> => {
  const initial = new Set(airdropLaneFundings(contract, lanes).map(({ state }) => encodeAirdropState(state)));
  const coins = await onChain(() => chain.unspent(contract.lockingBytecode));
  const funded = coins.find(({ token }) => token?.nft?.capability === 'mutable' && initial.has(token.nft.commitment));
  if (funded === undefined) return;
  throw new ServiceError(
    'WRONG_STATE',
    'The contract holds a funding already: confirm it with its hash instead of funding it again',
    {
      status: 'PENDING',
      fundingTxHash: funded.txid,
    },
  );
};

/** See {@link AirdropsService.fundingInfo}. */
export const fundingInfo = async (id: string, context: AirdropContext): Promise<CampaignFundingInfo> => {
  const campaign = await loadCampaign(context, id);
  if (campaign.status !== 'PENDING') {
    throw new ServiceError('WRONG_STATE', `The campaign is ${campaign.status}; only a PENDING one needs funding`, {
      status: campaign.status,
    });
  }
  const { contract, tree } = await contractOf(campaign, context);
  const { creator } = contract.parameters;
  const lanes = whitelistLanes(tree);
  const [tip, coins] = await Promise.all([
    onChain(() => context.chain.tip()),
    onChain(() => context.chain.unspent(lockingBytecodeOf(creator))),
    refuseSecondFunding(contract, lanes, context),
  ]);
  const { kind, transaction } = withFunds('creator', () =>
    buildAirdropFunding(contract, { hash: creator, coins }, tip, lanes),
  );
  if (kind === 'preparation') {
    const message =
      'The wallet has no coin with output index 0, which a new token category needs. Sign and broadcast preparationTransaction, then ask again';
    return { kind, preparationTransaction: transaction.wcTransaction, message };
  }
  return {
    kind,
    campaign: toCampaignView(campaign),
    pool: airdropPool(contract.parameters),
    feeReserve: contract.claimFee * BigInt(campaign.contract?.claims ?? 0),
    inputs: transaction.inputs.map(({ txid, vout, satoshis }) => ({ txid, vout, satoshis })),
    outputs: describeOutputs(transaction, context.network),
    fee: transaction.fee,
    wcTransaction: transaction.wcTransaction,
  };
};
