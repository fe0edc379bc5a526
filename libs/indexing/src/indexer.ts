import { electLeader } from '@weir/infra';
import { createContractCache } from './sync/round-memory.js';
import { syncChain } from './sync/sync-chain.js';
import type { IndexerLog, SyncContext } from './sync/sync.types.js';

export interface IndexerOptions {
  readonly context: SyncContext;
  readonly databaseUrl: string;
  /** The first block that is indexed. */
  readonly startHeight: number;
  readonly log: IndexerLog;
  /** Longest pause between two rounds, milliseconds, default 5,000. */
  readonly intervalMs?: number;
  /**
   * Pause after a round that the chain did not permit (no server answers, the tip moved), milliseconds, default 500.
   */
  readonly retryMs?: number;
  /**
   * How long servers may take after a block to announce the transactions in it, milliseconds, default 1,000. A block is
   * served only after that.
   */
  readonly settleMs?: number;
  /** Pause between two attempts to become the writer, milliseconds, default 3,000. */
  readonly electionMs?: number;
}

/** State of the indexing in this process. */
export interface IndexerStatus {
  /** Whether this process is the writer. */
  readonly isLeader: boolean;
  /** Unix seconds of the last complete round here; null before the first. */
  readonly lastRoundAt: number | null;
  /** Number of scripts subscribed to. */
  readonly following: number;
  /** Events written since the process started. */
  readonly events: number;
  /** Number of scripts of which every server shows less history than is known. */
  readonly hidden: number;
  /** Why nothing can be written at present; null while indexing runs. */
  readonly paused: string | null;
}

/**
 * Starts indexing: keeps the tables up to date with the chain in one process among all on a database; another takes
 * over within seconds when it dies. Contracts are found by their announcements on the chain alone.
 */
export const createIndexer = ({
  context,
  databaseUrl,
  startHeight,
  log,
  intervalMs = 5_000,
  retryMs = 500,
  settleMs,
  electionMs = 3_000,
}: IndexerOptions) => {
  let status: Omit<IndexerStatus, 'isLeader'> = { lastRoundAt: null, following: 0, events: 0, hidden: 0, paused: null };
  const contracts = createContractCache(context.network);
  const leader = electLeader({
    url: databaseUrl,
    name: 'indexer',
    retryMs: electionMs,
    work: (signal) =>
      syncChain(signal, {
        context,
        startHeight,
        contracts,
        log,
        intervalMs,
        retryMs,
        settleMs,
        onRound: ({ events, hidden }, following) => {
          status = {
            lastRoundAt: context.now(),
            following,
            events: status.events + events,
            hidden: hidden.length,
            paused: null,
          };
        },
        onPause: (paused) => {
          status = { ...status, paused };
        },
      }),
    onError: (error) => {
      const paused = error instanceof Error ? error.message : 'interrupted';
      // A lasting error recurs every few seconds and is logged once.
      if (paused !== status.paused) log.warn({ err: error }, 'Indexing failed; restarting');
      status = { ...status, paused };
    },
  });
  return {
    status: () => ({ isLeader: leader.isLeader, ...status }) /** Finishes the current round and gives up leadership. */,
    stop: () => leader.stop(),
  };
};

export type Indexer = ReturnType<typeof createIndexer>;
