import { setTimeout as sleep } from 'node:timers/promises';
import { ChainUnavailableError, electLeader, traced } from '@weir/infra';
import { createContractCache } from '../sync/contract-cache.js';
import { protectContracts } from './protect-contracts.js';
import type { ContractWatcher, ContractWatcherOptions, ContractWatcherStatus } from './watcher.types.js';

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
}: ContractWatcherOptions): ContractWatcher => {
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
    onError: (error) => log.warn({ err: error }, 'Watching contracts was interrupted; it starts again'),
  });
  return { status: () => ({ isLeader: leader.isLeader, ...status }), stop: () => leader.stop() };
};
