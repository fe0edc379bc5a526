import { BroadcastRejectedError, type ContractUnderNotice } from '@weir/infra';
import type { ContractCache } from '../sync/contract-cache.js';
import type { ContractAction, ContractWatcherOptions } from './watcher.types.js';

export interface Protection extends Pick<ContractWatcherOptions, 'reader' | 'chain' | 'log'> {
  readonly contracts: ContractCache;
  readonly onAction: (action: ContractAction) => void;
}

const PAGE = 500;

/** Sends what one contract owes. @returns what was sent; undefined when nothing is due, or somebody was faster */
const protectContract = async (
  { contract: { terms, head }, noticeHeight, medianTimeBefore }: ContractUnderNotice,
  tipHeight: number,
  { chain, contracts, log }: Protection,
): Promise<ContractAction | undefined> => {
  if (head.state === null) return undefined;
  const duty = contracts
    .get(terms.announcement)
    .findDuty(head.state, { noticeHeight, medianTimeBefore: BigInt(medianTimeBefore), tipHeight });
  if (duty === undefined) return undefined;
  try {
    await chain.broadcast(duty.transaction.hex);
    return { kind: duty.kind, txHash: duty.transaction.txid };
  } catch (error) {
    if (!(error instanceof BroadcastRejectedError)) throw error;
    log.info(
      { contractAddress: terms.contractAddress, reason: error.reason },
      `A ${duty.kind} was not taken: somebody was faster`,
    );
    return undefined;
  }
};

/**
 * Looks once at all contracts under notice: pushes what a back-dated cancel or pause keeps from a recipient, settles
 * pauses and refunds cancels whose notice is over. Holds no key; what is sent twice, or by two, is the same transaction,
 * or is refused.
 *
 * @throws ChainUnavailableError, DatabaseUnavailableError
 */
export const protectContracts = async (tipHeight: number, protection: Protection): Promise<void> => {
  for (let after = 0n; ;) {
    const page = await protection.reader.underNotice(after, PAGE);
    for (const each of page) {
      const action = await protectContract(each, tipHeight, protection);
      if (action !== undefined) protection.onAction(action);
    }
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return;
    after = last.contract.id;
  }
};
