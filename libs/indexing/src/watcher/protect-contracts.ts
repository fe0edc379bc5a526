import { outpointKey, owedUpToBlock, type Duty } from '@weir/covenants';
import { BroadcastRejectedError, ChainUnavailableError, type ContractUnderNotice } from '@weir/infra';
import type { ContractCache } from '../sync/contract-cache.js';
import type { ContractAction, ContractWatcherOptions } from './watcher.types.js';

export interface ProtectionTools extends Pick<ContractWatcherOptions, 'reader' | 'chain' | 'log'> {
  readonly contracts: ContractCache;
  readonly onAction: (action: ContractAction) => void;
  /** Funding outpoints of contracts whose duties could not be found, which were warned of. */
  readonly failed: Set<string>;
}

const PAGE = 500;

/** Returns the median time past at a height, asked of the chain once. */
type MedianTimes = (height: number) => Promise<number>;

const rememberMedianTimes = (chain: ProtectionTools['chain']): MedianTimes => {
  const known = new Map<number, Promise<number>>();
  return (height) => {
    const median = known.get(height) ?? chain.medianTimePast(height);
    known.set(height, median);
    return median;
  };
};

/** What is due for the parties of one contract. */
interface Duties {
  readonly duties: readonly Duty[];
  /** Whether they pay less than nodes are said to ask, and may be refused. */
  readonly areCheap: boolean;
}

const NONE: Duties = { duties: [], areCheap: false };

/**
 * Returns the transactions that are due for the parties of one contract; none, and a warning, where finding them fails: whatever is
 * wrong with one contract is not to leave the others unprotected. Where the contract may not give what nodes ask, they pay the lowest
 * rate: one server that lies about the rate could otherwise hold every push back until the sender has taken the refund.
 */
const dutiesOf = async (
  { contract: { terms, head }, noticeHeight, medianTimeBefore }: ContractUnderNotice,
  tipHeight: number,
  medianTimes: MedianTimes,
  { chain, contracts, log, failed }: ProtectionTools,
): Promise<Duties> => {
  if (head.state === null) return NONE;
  try {
    const contract = contracts.get(terms);
    const height = owedUpToBlock({ noticeHeight, noticeBlocks: contract.noticeBlocks, tipHeight });
    const medianTime = height < noticeHeight ? medianTimeBefore : await medianTimes(height);
    const feeRate = await chain.feeRate();
    const facts = { noticeHeight, tipHeight, medianTime: BigInt(medianTime) };
    const duties = contract.findDuties(head.state, facts, { feeRate });
    if (duties.length > 0) return { duties, areCheap: false };
    return { duties: contract.findDuties(head.state, facts), areCheap: true };
  } catch (error) {
    if (error instanceof ChainUnavailableError) throw error;
    const outpoint = outpointKey(terms);
    if (!failed.has(outpoint))
      log.warn(
        { err: error, contractAddress: terms.contractAddress, outpoint },
        'What a contract is due cannot be told',
      );
    failed.add(outpoint);
    return NONE;
  }
};

/** Broadcasts a transaction. @returns false when nodes refused it: somebody else was faster, or it pays too little */
const send = async (
  { kind, transaction }: Duty,
  areCheap: boolean,
  address: string,
  { chain, log }: ProtectionTools,
): Promise<boolean> => {
  try {
    await chain.broadcast(transaction.hex);
    return true;
  } catch (error) {
    if (!(error instanceof BroadcastRejectedError)) throw error;
    // What pays too little is refused in every round until the rate falls.
    if (!areCheap)
      log.info({ contractAddress: address, reason: error.reason }, `A ${kind} was not taken: somebody was faster`);
    return false;
  }
};

/**
 * Checks all contracts under notice once: pushes to recipients what a backdated cancel or pause would withhold and,
 * when a notice ends, what fell due by then; settles pauses and refunds cancels whose notice is over. Holds no key: a
 * transaction sent twice is the same transaction, or is refused.
 *
 * @throws ChainUnavailableError, DatabaseUnavailableError
 */
export const protectContracts = async (tipHeight: number, protection: ProtectionTools): Promise<void> => {
  const medianTimes = rememberMedianTimes(protection.chain);
  for (let after = 0; ;) {
    const page = await protection.reader.underNotice(after, PAGE);
    for (const each of page) {
      const { duties, areCheap } = await dutiesOf(each, tipHeight, medianTimes, protection);
      for (const duty of duties) {
        // The next one spends the output of this one.
        if (!(await send(duty, areCheap, each.contract.terms.contractAddress, protection))) break;
        protection.onAction({ kind: duty.kind, txHash: duty.transaction.txid });
      }
    }
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return;
    after = last.contract.id;
  }
};
