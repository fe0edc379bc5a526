import { canPushAtLowestRate, MINIMUM_FEE_RATE } from '@weir/covenants';
import {
  ChainUnavailableError,
  DatabaseUnavailableError,
  type DuePlace,
  type StreamRecord,
  type UnfinalTransition,
} from '@weir/infra';
import { FINAL_DEPTH, usableTime } from '../../shared/chain-time.js';
import { PATIENCE, type Patience } from '../../shared/watch/missing-transactions.js';
import { type WatchListeners, type WatchPauses, watchScripts } from '../../shared/watch/watch-scripts.js';
import {
  createWatchProgress,
  startWorker,
  type WatcherLog,
  type WatchProgress,
  type Worker,
  type WorkerOptions,
} from '../../shared/watch/worker.js';
import { contractStateOf, isUnderNotice, noticeStep } from '../chain/find-clock.js';
import type { StreamContext } from '../stream-context.js';
import { readActiveChain } from './active-chain.js';
import { createTurns } from './due-turns.js';
import type { WatcherAction } from './protect-during-notice.js';
import { createStreamJob, type StreamJob } from './stream-job.js';

/** Streams that are read at a time. */
const AT_A_TIME = 500;
/** Later than any block. */
const ANY_HEIGHT = 2_147_483_647;
/** Average time between blocks, seconds. */
const SPACING = 600;

/**
 * Whether nodes ask more for relaying than a push without a signature can pay, of what the recipient is payable at the end
 * of the notice. What is too small for such a push at any rate does not count.
 */
const isAtRisk = async (
  context: StreamContext,
  stream: StreamRecord,
  { feeRate, height }: { readonly feeRate: bigint; readonly height: number },
): Promise<boolean> => {
  const state = await contractStateOf(context, stream);
  if (state === undefined) return false;
  const contract = context.contracts.of(stream);
  const endsAt = (stream.pause ?? stream.refund)?.availableAtHeight ?? height;
  const until = (await usableTime(context)) + BigInt(Math.max(0, endsAt - height) * SPACING);
  const push = contract.at(state, { feeRate }).payoutAt(until)?.buildPush();
  return push === undefined && canPushAtLowestRate(contract, state, until);
};

/** Notifies the parties of a stream at risk, once for each notice. @returns whether they were shown now */
const notifyParties = ({ streams }: StreamContext, { id }: StreamRecord): Promise<boolean> =>
  streams.withStream(id, async (scope) => {
    const notice = isUnderNotice(scope.stream) ? noticeStep(await scope.transitions()) : undefined;
    return notice !== undefined && scope.noteAtRisk(notice);
  });

/** Iterates over all streams under notice, those whose notice ends first. */
async function* underNotice({ streams }: StreamContext): AsyncGenerator<StreamRecord, void, undefined> {
  for (const kind of ['refunds', 'settlements'] as const) {
    let after: DuePlace | undefined;
    do {
      const { rows, next } = await streams.due(kind, { height: ANY_HEIGHT, limit: AT_A_TIME, after });
      yield* rows;
      after = next;
    } while (after !== undefined);
  }
}

/**
 * Finds the streams under notice whose pushes without a signature nodes do not relay any more, because they ask more than
 * contracts may pay, and records an event of each: its recipient has to push with a coin of their own before the notice
 * ends. Costs nothing while nodes ask the least.
 *
 * @returns how many there are
 * @throws ChainUnavailableError, DatabaseUnavailableError
 */
const findAtRisk = async (context: StreamContext, log: WatcherLog): Promise<number> => {
  const feeRate = await context.chain.feeRate();
  if (feeRate <= MINIMUM_FEE_RATE) return 0;
  const { height } = await context.chain.tip();
  let count = 0;
  for await (const stream of underNotice(context))
    try {
      if (!(await isAtRisk(context, stream, { feeRate, height }))) continue;
      count += 1;
      if (await notifyParties(context, stream))
        log.warn(
          { streamId: stream.streamId, feeRate: Number(feeRate) },
          'Fee rate exceeds what keyless pushes pay: the recipient must claim and pay the fee',
        );
    } catch (error) {
      if (error instanceof ChainUnavailableError || error instanceof DatabaseUnavailableError) throw error;
      log.warn({ err: error, streamId: stream.streamId }, 'Checking whether a stream is at risk failed');
    }
  return count;
};

/** Blocks after which a lost funding is given up: two weeks, after which nodes drop unmined transactions. */
const LOST_FOR_BLOCKS = 2_016;

/**
 * Compares the blocks of all steps that are not final with the chain, and marks steps that are deep enough as final.
 *
 * @returns the streams whose steps are in blocks that the chain does not hold, or not mined: so that a lost
 *   notification of a
 * block does no harm
 * @throws ChainUnavailableError also while all servers lag
 */
const checkBlocks = async ({ streams, chain }: StreamContext): Promise<ReadonlySet<string>> => {
  const { watch } = streams;
  const steps = await watch.unfinalTransitions();
  const active = await readActiveChain(
    chain,
    steps.map(({ block }) => block),
  );
  const isBuried = ({ block }: UnfinalTransition): boolean =>
    block !== null && active.holds(block) && active.tipHeight - block.height >= FINAL_DEPTH;
  const final = steps.filter(isBuried).flatMap(({ block }) => (block === null ? [] : [block.hash]));
  await watch.finalise([...new Set(final)]);
  await watch.forgetLostFundings(active.tipHeight - LOST_FOR_BLOCKS);
  const isDoubtful = ({ block }: UnfinalTransition): boolean => block === null || !active.holds(block);
  return new Set(steps.filter(isDoubtful).map(({ resourceId }) => resourceId));
};

export interface WatchTools extends WatchPauses, WatchListeners {
  readonly context: StreamContext;
  readonly log: WatcherLog;
  readonly job: StreamJob;
  /** Called in each round. @param atRisk streams under notice whose keyless pushes nodes do not relay */
  readonly onAtRisk: (atRisk: number) => void;
}

/** Streams looked at at a time. */
const CONCURRENCY = 8;

/** The streams a round looks at: those with a step in a block that left the chain, and those whose notice, or delay of a move, ends. */
const dueStreams = async (
  context: StreamContext,
  inTurn: ReturnType<typeof createTurns>,
): Promise<readonly string[]> => {
  const moved = await checkBlocks(context);
  const { height } = await context.chain.tip();
  // A block before a notice ends, too: what fell due since it began is pushed then, and again at its end.
  const refunds = await inTurn('refunds', height + 2);
  const settlements = await inTurn('settlements', height + 2);
  const moves = await inTurn('moves', height + 1);
  return [...moved, ...refunds, ...settlements, ...moves];
};

/** Does the leader's work until `signal` is aborted: follows the scripts of all live deployments. */
export const watchStreams = (signal: AbortSignal, { context, onAtRisk, ...tools }: WatchTools): Promise<void> => {
  const inTurn = createTurns(context, AT_A_TIME);
  return watchScripts(signal, {
    ...tools,
    name: 'stream',
    records: context.streams.watch,
    chain: context.chain,
    concurrency: CONCURRENCY,
    async dueInRound() {
      const due = await dueStreams(context, inTurn);
      onAtRisk(await findAtRisk(context, tools.log));
      return due;
    },
    // The leader before may have read a cancel or pause without acting on it.
    isDueAtFirst: ({ status }) => status === 'CANCELLED' || status === 'PAUSED',
  });
};

/** The dependencies of the stream watcher, and how often it works. */
export interface StreamWatcherOptions extends WorkerOptions {
  readonly context: StreamContext;
  /** Longest pause between two rounds, milliseconds, default 30,000: a new block starts one at once. */
  readonly intervalMs?: number;
  /** Pause between two polls for changed streams, milliseconds, default 1,000. */
  readonly pollMs?: number;
  /** When a transaction that all servers deny counts as gone; default after 3 denials, at least 10 seconds apart. */
  readonly patience?: Patience;
}

export interface StreamWatcherStatus extends WatchProgress {
  readonly lastAction: (WatcherAction & { readonly at: number }) | null;
  /** Transactions sent since the start, by kind. */
  readonly sent: Readonly<Record<WatcherAction['kind'], number>>;
  /** Those that nodes refused, as a rule since somebody else was faster. */
  readonly refused: number;
  /**
   * Streams under notice for whose pushes without a signature nodes ask more than the contracts may pay, in the last
   * round here.
   */
  readonly atRisk: number;
}

export type StreamWatcher = Worker<StreamWatcherStatus>;

/**
 * Keeps stored streams up to the chain and their parties safe: records transitions made by others, rolls back and restores steps as
 * the chain does, pushes what backdated cancels would withhold and what falls due until a notice ends, sends refunds whose
 * notice is over, and finishes moves to other addresses whose delay is over. Holds no key.
 */
export const createStreamWatcher = (options: StreamWatcherOptions): StreamWatcher => {
  const { context, log, intervalMs = 30_000, pollMs = 1_000, patience = PATIENCE } = options;
  const { onRound, onCount, read } = createWatchProgress(context.now);
  let lastAction: StreamWatcherStatus['lastAction'] = null;
  const sent = { push: 0, refund: 0, settle: 0, finish: 0 };
  let refused = 0;
  let atRisk = 0;
  return startWorker({
    ...options,
    name: 'stream-watcher',
    work: (signal) => {
      const job = createStreamJob({
        context,
        log,
        patience,
        onAction: (action) => {
          sent[action.kind] += 1;
          lastAction = { ...action, at: context.now() };
        },
        onRefused: () => (refused += 1),
      });
      return watchStreams(signal, {
        context,
        log,
        intervalMs,
        pollMs,
        onRound,
        onCount,
        job,
        retryMs: patience.spacingMs,
        onAtRisk: (now) => (atRisk = now),
      });
    },
    status: (): StreamWatcherStatus => ({ ...read(), lastAction, sent: { ...sent }, refused, atRisk }),
  });
};
