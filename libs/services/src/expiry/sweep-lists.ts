import { binToHex } from '@bitauth/libauth';
import { findAirdropDeployment } from '@weir/covenants';
import { TransactionNotFoundError, type SupersededList } from '@weir/infra';
import { whitelistLanes } from '../airdrops/funding/candidate-contracts.js';
import { confirmFunding } from '../airdrops/funding/confirm-funding.js';
import { ServiceError } from '../shared/service-error.js';
import type { ExpiryContext, SweepResult } from './expiry-context.js';
import { findLateFunding, type FundingVerdict } from './find-late-funding.js';

/** Lists looked at in one sweep: each is up to a hundred megabytes to remove. */
const MOST = 100;

/** Whether anything was ever paid to the contract of a list, by a funding that it is. */
const judge = async ({ treeId, campaignId }: SupersededList, context: ExpiryContext): Promise<FundingVerdict> => {
  const { airdrops } = context;
  const [campaign, tree] = [await airdrops.airdrops.findById(campaignId), await airdrops.airdrops.findTree(treeId)];
  if (campaign === undefined || tree === undefined) return 'unfunded';
  const { contract } = airdrops.contracts.ofTree(campaign, tree);
  const lanes = whitelistLanes(tree);
  return findLateFunding(binToHex(contract.lockingBytecode), airdrops.chain, async (txHash) => {
    if (campaign.status === 'PENDING') return confirmFunding(campaignId, txHash, airdrops);
    // Paid twice, with two lists: whoever wants that money back needs this one.
    const { txid, transaction } = await airdrops.chain.transaction(txHash);
    if (findAirdropDeployment(contract, txid, transaction, lanes).ok) return txid;
    throw new ServiceError('TX_MISMATCH', 'The transaction does not fund this list', { txHash });
  });
};

/** Removes lists that others replaced and nobody funded. @param before Unix seconds they must have expired before */
export const sweepLists = async (before: number, signal: AbortSignal, context: ExpiryContext): Promise<SweepResult> => {
  let [removed, confirmed, kept] = [0, 0, 0];
  for (const list of await context.expiry.supersededLists(before, MOST)) {
    if (signal.aborted) break;
    try {
      if ((await judge(list, context)) === 'funded') confirmed += 1;
      else if (await context.expiry.removeList(list)) removed += 1;
    } catch (error) {
      kept += 1;
      if (!(error instanceof TransactionNotFoundError))
        context.log.warn(
          { err: error, ...list },
          'The chain does not say whether a replaced list was funded; it is kept',
        );
    }
  }
  return { removed, confirmed, kept };
};
