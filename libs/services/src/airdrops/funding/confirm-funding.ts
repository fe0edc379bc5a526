import { binToHex } from '@bitauth/libauth';
import { airdropClaims, airdropPool, findAirdropDeployment, type AirdropCoin } from '@weir/covenants';
import type { CampaignContract, CampaignRecord, ChainTransaction, FundedLane } from '@weir/infra';
import { confirmationOf, confirmedTransaction } from '../../shared/chain-errors.js';
import { spendsCoinOf } from '../../shared/funded-by.js';
import { ServiceError } from '../../shared/service-error.js';
import type { AirdropContext } from '../campaign/airdrop-context.js';
import type { LoadedContract } from '../campaign/campaign-contracts.js';
import { toCampaignView } from '../campaign/campaign-view.js';
import { loadCampaign } from '../campaign/load-campaign.js';
import { toLaneState } from '../chain/lane-steps.js';
import { candidateContracts, whitelistLanes } from './candidate-contracts.js';

/** Refuses a second funding; the recorded one may be confirmed again. @throws ServiceError WRONG_STATE */
const assertFundable = ({ status, funding }: CampaignRecord, txHash: string): void => {
  if (status === 'PENDING' || funding?.txHash === txHash) return;
  throw new ServiceError('WRONG_STATE', `The campaign is ${status}; only a PENDING one can be funded`, {
    status,
    fundingTxHash: funding?.txHash ?? null,
  });
};

interface Found {
  readonly loaded: LoadedContract;
  readonly lanes: readonly AirdropCoin[];
}

/** A verified funding, with what is recorded of it. */
interface Funding extends Found {
  readonly txHash: string;
  readonly byCreator: boolean | null;
  readonly isMined: boolean;
}

/** @throws ServiceError TX_MISMATCH with what differs from the latest list */
const findFunding = (all: readonly LoadedContract[], { txid, transaction }: ChainTransaction): Found => {
  const problems: string[] = [];
  for (const loaded of all) {
    const found = findAirdropDeployment(loaded.contract, txid, transaction, whitelistLanes(loaded.tree));
    if (found.ok) return { loaded, lanes: found.lanes };
    if (problems.length === 0) problems.push(...found.problems.slice(0, 20));
  }
  throw new ServiceError('TX_MISMATCH', `The transaction does not fund this campaign: ${problems[0] ?? ''}`, {
    txHash: txid,
    problems,
  });
};

const claimsOf = ({ contract, tree }: LoadedContract, lane: number): number =>
  tree === null
    ? airdropClaims(contract.parameters) / contract.parameters.lanes
    : (tree.laneList.find((each) => each.lane === lane)?.rows ?? 0);

/** Returns a lane as it is recorded when it is funded. */
export const toFundedLane = (loaded: LoadedContract, coin: AirdropCoin, isMined: boolean): FundedLane => ({
  lane: coin.state.lane,
  claimsDue: claimsOf(loaded, coin.state.lane),
  step: {
    kind: 'fund',
    txHash: coin.outpoint.txid,
    state: toLaneState(coin),
    claim: null,
    toCreator: 0n,
    source: 'confirm',
    mined: isMined,
  },
});

const toContract = ({ contract }: LoadedContract): CampaignContract => ({
  lanes: contract.parameters.lanes,
  claims: airdropClaims(contract.parameters),
  pool: airdropPool(contract.parameters),
  address: contract.address,
  lockingBytecode: binToHex(contract.lockingBytecode),
});

const record = (
  { airdrops, now }: AirdropContext,
  id: string,
  { loaded, lanes, txHash, byCreator, isMined }: Funding,
): Promise<CampaignRecord> =>
  airdrops.withCampaign(id, async (scope) => {
    assertFundable(scope.campaign, txHash);
    if (scope.campaign.status !== 'PENDING') return scope.campaign;
    await scope.useTransactionHash(txHash);
    return scope.activate({
      txHash,
      category: lanes[0]?.category ?? '',
      byCreator,
      now: now(),
      lanes: lanes.map((coin) => toFundedLane(loaded, coin, isMined)),
      tree: loaded.tree === null ? null : { record: loaded.tree, contract: toContract(loaded) },
    });
  });

/**
 * Verifies a funding on the chain and activates the campaign.
 *
 * @throws ServiceError WRONG_STATE, TX_NOT_FOUND, TX_UNCONFIRMED, TX_MISMATCH, HASH_ALREADY_USED
 */
export const confirmFunding = async (context: AirdropContext, id: string, txHash: string) => {
  const campaign = await loadCampaign(context, id);
  assertFundable(campaign, txHash);
  const transaction = await confirmedTransaction(context, txHash, (lost) => context.airdrops.replacementOf(id, lost));
  const found = findFunding(await candidateContracts(context, campaign), transaction);
  const byCreator = await spendsCoinOf(campaign.creatorHash, transaction, context.chain);
  const funded = await record(context, id, { ...found, txHash, byCreator, isMined: transaction.height !== undefined });
  return {
    ...confirmationOf('The campaign is funded and active', transaction),
    status: funded.status,
    campaign: toCampaignView(funded),
  };
};
