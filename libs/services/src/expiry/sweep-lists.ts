import { binToHex } from '@bitauth/libauth';
import { findAirdropDeployment } from '@weir/covenants';
import { TransactionNotFoundError, type SupersededList } from '@weir/infra';
import { whitelistLanes } from '../airdrops/funding/candidate-contracts.js';
import { confirmFunding } from '../airdrops/funding/confirm-funding.js';
import { ServiceError } from '../shared/service-error.js';
import { type ExpiryContext, findLateFunding, type FundingVerdict, type SweepResult } from './late-funding.js';

/** Lists read in one statement. */
const PAGE = 100;
/** How many lists one sweep removes: each may be a hundred megabytes. */
const MAX_REMOVED = 100;

/** Whether the contract of a list was funded, or anything else was paid to it. */
const judge = async (context: ExpiryContext, { treeId, campaignId }: SupersededList): Promise<FundingVerdict> => {
  const { airdrops } = context;
  const [campaign, tree] = [await airdrops.airdrops.findById(campaignId), await airdrops.airdrops.findTree(treeId)];
  if (campaign === undefined || tree === undefined) return 'unfunded';
  const { contract } = airdrops.contracts.ofTree(campaign, tree);
  const lanes = whitelistLanes(tree);
  return findLateFunding(binToHex(contract.lockingBytecode), airdrops.chain, async (txHash) => {
    if (campaign.status === 'PENDING') return confirmFunding(airdrops, campaignId, txHash);
    // Funded twice, with two lists: recovering that money needs this one.
    const { txid, transaction } = await airdrops.chain.transaction(txHash);
    if (findAirdropDeployment(contract, txid, transaction, lanes).ok) return txid;
    throw new ServiceError('TX_MISMATCH', 'The transaction does not fund this list', { txHash });
  });
};

/** Removes lists that others replaced and nobody funded. @param before Unix seconds they must have expired before */
export const sweepLists = async (context: ExpiryContext, before: number, signal: AbortSignal): Promise<SweepResult> => {
  let [removed, confirmed, kept] = [0, 0, 0];
  let after: string | undefined;
  for (;;) {
    // What is kept stands in nobody's way: the sweep goes on after it.
    const lists = await context.expiry.supersededLists(before, PAGE, after);
    for (const list of lists) {
      if (signal.aborted || removed >= MAX_REMOVED) return { removed, confirmed, kept };
      try {
        if ((await judge(context, list)) === 'funded') confirmed += 1;
        else if (await context.expiry.removeList(list)) removed += 1;
      } catch (error) {
        kept += 1;
        if (!(error instanceof TransactionNotFoundError))
          context.log.warn(
            { err: error, ...list },
            'Cannot verify on chain whether a replaced list was funded; keeping it',
          );
      }
    }
    after = lists.at(-1)?.treeId;
    if (lists.length < PAGE) return { removed, confirmed, kept };
  }
};
