import { setTimeout as sleep } from 'node:timers/promises';
import { type Duty, type Network, outpointKey, owedUpToBlock } from '@weir/covenants';
import {
  BroadcastRejectedError,
  type ChainReader,
  ChainUnavailableError,
  type ContractUnderNotice,
  electLeader,
  type IndexReader,
  traced,
} from '@weir/infra';
import { type ContractCache, createContractCache } from '../sync/round-memory.js';
import type { IndexerLog } from '../sync/sync.types.js';

/** A transaction that the watcher broadcast. */
export interface ContractAction {
  readonly kind: Duty['kind'];
  readonly txHash: string;
}

export interface ContractWatcherOptions {
  readonly reader: IndexReader;
  readonly chain: ChainReader;
  readonly network: Network;
  /** Confirmations from which a block is indexed. */
  readonly confirmations: number;
  readonly databaseUrl: string;
  /** Unix seconds. */
  readonly now: () => number;
  readonly log: IndexerLog;
  /** Longest pause between two rounds, milliseconds, default 30,000: each write of the indexer's starts one. */
  readonly intervalMs?: number;
  /** Interval at which the index is polled for writes, milliseconds, default 1,000. */
  readonly pollMs?: number;
  /** Pause between two attempts to become the one that watches, milliseconds, default 3,000. */
  readonly electionMs?: number;
}

/** State of the watcher in this process. */
export interface ContractWatcherStatus {
  readonly isLeader: boolean;
  /** Unix seconds of the last complete round here; null before the first. */
  readonly lastRoundAt: number | null;
  readonly lastAction: (ContractAction & { readonly at: number }) | null;
}

interface ProtectionTools extends Pick<ContractWatcherOptions, 'reader' | 'chain' | 'log'> {
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
 * Returns the transactions that are due for the parties of one contract; none, and a warning, where finding them fails: everything that is
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
        'Computing what a contract must pay failed',
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
      log.info(
        { contractAddress: address, reason: error.reason },
        error.areInputsGone
          ? `Another transaction spent the state before this ${kind}`
          : `The network refused this ${kind}`,
      );
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
const protectContracts = async (tipHeight: number, protection: ProtectionTools): Promise<void> => {
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

/**
 * Starts the watcher that protects the parties of every contract on the chain, including those no API knows, in one
 * process among all on a database. It runs after each write of the indexer and at an interval.
 */
export const createContractWatcher = ({
  reader,
  chain,
  network,
  confirmations,
  databaseUrl,
  now,
  log,
  intervalMs = 30_000,
  pollMs = 1_000,
  electionMs = 3_000,
}: ContractWatcherOptions) => {
  const contracts = createContractCache(network);
  const failed = new Set<string>();
  let status: Omit<ContractWatcherStatus, 'isLeader'> = { lastRoundAt: null, lastAction: null };
  /** Hashes sent by the last round and by this one: until a transaction is mined, every round sends it again. */
  let [before, sent]: [ReadonlySet<string>, Set<string>] = [new Set(), new Set()];
  const onAction: Parameters<typeof protectContracts>[1]['onAction'] = (action) => {
    if (!before.has(action.txHash)) log.info(action, `Sent a ${action.kind}`);
    sent.add(action.txHash);
    status = { ...status, lastAction: { ...action, at: now() } };
  };

  const round = async (height: number): Promise<boolean> => {
    const tip = await chain.tip();
    // Contracts that are not indexed up to the tip would be judged by an outdated state.
    if (tip.lagging || height < tip.height - confirmations + 1) return false;
    [before, sent] = [sent, new Set()];
    await protectContracts(tip.height, { reader, chain, log, contracts, onAction, failed });
    status = { ...status, lastRoundAt: now() };
    return true;
  };

  const watch = async (signal: AbortSignal): Promise<void> => {
    let [seen, dueAt] = [-1, -Infinity];
    while (!signal.aborted) {
      // Follows writes rather than blocks: transactions of a block may be written after it.
      const { version, top } = await reader.status();
      if (top !== null && (version !== seen || performance.now() >= dueAt)) {
        const isDone = await traced(
          () => ({ name: 'contract watcher round', isRoot: true }),
          () => round(top.height),
        ).catch((error: unknown) => {
          if (!(error instanceof ChainUnavailableError)) throw error;
          return false;
        });
        if (isDone) [seen, dueAt] = [version, performance.now() + intervalMs];
      }
      await sleep(pollMs, undefined, { signal }).catch(() => undefined);
    }
  };

  const leader = electLeader({
    url: databaseUrl,
    name: 'indexer-watcher',
    retryMs: electionMs,
    work: watch,
    onError: (error) => log.warn({ err: error }, 'The contract watcher failed; restarting'),
  });
  return { status: () => ({ isLeader: leader.isLeader, ...status }), stop: () => leader.stop() };
};

export type ContractWatcher = ReturnType<typeof createContractWatcher>;
