import type { UnfinalTransition } from '@weir/infra';
import { FINAL_DEPTH } from '../../shared/final-depth.js';
import { watchScripts, type WatchListeners, type WatchPauses } from '../../shared/watch/watch-scripts.js';
import type { WatcherLog } from '../../shared/watch/watcher-log.js';
import type { StreamContext } from '../stream-context.js';
import { readActiveChain } from './active-chain.js';
import { findAtRisk } from './find-at-risk.js';
import type { StreamJob } from './stream-job.js';

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
/** How many finished notices of each kind one round ends. */
const NOTICES = 500;

/** The streams a round looks at: those with a step in a block that left the chain, and those whose notice ends. */
const dueStreams = async (context: StreamContext): Promise<readonly string[]> => {
  const moved = await checkBlocks(context);
  const { height } = await context.chain.tip();
  // A block before a notice ends, too: what fell due since it began is pushed then, and again at its end.
  const due = { height: height + 2, limit: NOTICES };
  const refunds = await context.streams.pendingRefunds(due);
  const settlements = await context.streams.pendingSettlements(due);
  return [...moved, ...[...refunds, ...settlements].map(({ id }) => id)];
};

/** Does the leader's work until `signal` is aborted: follows the scripts of all live deployments. */
export const watchStreams = (signal: AbortSignal, { context, onAtRisk, ...tools }: WatchTools): Promise<void> =>
  watchScripts(signal, {
    ...tools,
    name: 'stream',
    records: context.streams.watch,
    chain: context.chain,
    concurrency: CONCURRENCY,
    async dueInRound() {
      const due = await dueStreams(context);
      onAtRisk(await findAtRisk(context, tools.log));
      return due;
    },
    // The leader before may have read a cancel or pause without acting on it.
    isDueAtFirst: ({ status }) => status === 'CANCELLED' || status === 'PAUSED',
  });
