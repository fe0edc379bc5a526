import { ChainLaggingError, type ChainTransaction, type LaneRecord, traced } from '@weir/infra';
import { refusalOf } from '../../shared/chain-errors.js';
import { FINAL_DEPTH } from '../../shared/chain-time.js';
import { KeyedQueue } from '../../shared/watch/keyed-queue.js';
import { Retries } from '../../shared/watch/retries.js';
import type { WatchListeners } from '../../shared/watch/watch-scripts.js';
import { repeatAtTips, type WatcherLog } from '../../shared/watch/worker.js';
import type { AirdropContext } from '../campaign/airdrop-context.js';
import { laneKey } from '../chain/lane-steps.js';
import { readKnown } from '../chain/read-known.js';
import { confirmFunding } from '../funding/confirm-funding.js';
import type { createLaneJob } from './lane-job.js';

interface Mark {
  readonly sequence: number;
  readonly txHash: string;
  /** The tip's height at which it is looked at. */
  readonly dueAt: number;
}

/** A step of a lane to be checked. */
interface DueMark {
  readonly lane: LaneRecord;
  readonly sequence: number;
  readonly txHash: string;
}

/**
 * Remembers which step of each lane to watch until it is final. In a busy lane the latest step never becomes final, so one step
 * is watched until it does, then a later one. Kept in memory only: after a restart steps are chosen again.
 */
class LaneMarks {
  readonly #marks = new Map<string, Mark>();

  /**
   * The step of a lane to be looked at, at a height, if any: of a lane that has ended always its last one, which may be taken
   * back.
   */
  due(lane: LaneRecord, height: number): DueMark | undefined {
    const { head, headTxHash, closed, finalSequence } = lane;
    if (finalSequence === head) return undefined;
    const known = this.#marks.get(laneKey(lane.campaignId, lane.lane));
    const isUsable =
      known !== undefined &&
      known.sequence > finalSequence &&
      known.sequence <= head &&
      (!closed || known.sequence === head);
    const mark = isUsable ? known : { sequence: head, txHash: headTxHash, dueAt: height };
    this.#marks.set(laneKey(lane.campaignId, lane.lane), mark);
    return closed || mark.dueAt <= height ? { lane, sequence: mark.sequence, txHash: mark.txHash } : undefined;
  }

  /** Notes the height at which a step was seen. @returns whether it is final */
  seen({ lane, sequence, txHash }: DueMark, { height }: Pick<ChainTransaction, 'height'>, tipHeight: number): boolean {
    const key = laneKey(lane.campaignId, lane.lane);
    const isFinal = height !== undefined && tipHeight - height >= FINAL_DEPTH;
    if (isFinal) this.#marks.delete(key);
    // One in the mempool needs a block of its own and ten more to be final.
    else this.#marks.set(key, { sequence, txHash, dueAt: (height ?? tipHeight + 1) + FINAL_DEPTH });
    return isFinal;
  }

  /** Forgets the step watched in a lane, because it or the lane is gone. */
  forget({ campaignId, lane }: Pick<LaneRecord, 'campaignId' | 'lane'>): void {
    this.#marks.delete(laneKey(campaignId, lane));
  }
}

/** Finds open lanes whose state is not unspent on the chain, or that have paid everything. */
const openDoubts = async ({ chain }: AirdropContext, lanes: readonly LaneRecord[]): Promise<LaneRecord[]> => {
  const open = lanes.flatMap((lane) => (lane.state === null ? [] : [{ lane, state: lane.state }]));
  const unspent = await chain.areUnspent(open.map(({ state }) => state));
  return open.flatMap(({ lane }, i) => (unspent[i] !== true || lane.claims === lane.claimsDue ? [lane] : []));
};

/** Notes which steps have become final. @returns lanes of which a step is gone */
const settle = async (
  { airdrops, chain }: AirdropContext,
  due: readonly DueMark[],
  marks: LaneMarks,
  tipHeight: number,
): Promise<LaneRecord[]> => {
  const known = await readKnown(chain, [...new Set(due.map(({ txHash }) => txHash))]);
  const gone: LaneRecord[] = [];
  for (const mark of due) {
    const { lane, sequence, txHash } = mark;
    const transaction = known.get(txHash);
    if (transaction === undefined) {
      marks.forget(lane);
      gone.push(lane);
    } else if (marks.seen(mark, transaction, tipHeight)) {
      await airdrops.withLane(lane.campaignId, lane.lane, (scope) => scope.finalise(sequence, txHash));
    }
  }
  return gone;
};

/**
 * Compares lanes with the chain, many in a few round trips: an unspent state proves every step before it, no matter which
 * blocks they are in. Marks steps that have become final.
 *
 * @param tipHeight of the active chain
 * @returns the lanes to be looked at one by one
 * @throws ChainUnavailableError
 */
const checkLanes = async (
  context: AirdropContext,
  lanes: readonly LaneRecord[],
  marks: LaneMarks,
  tipHeight: number,
): Promise<readonly LaneRecord[]> => {
  const doubtful = await openDoubts(context, lanes);
  const due = lanes.flatMap((lane) => (doubtful.includes(lane) ? [] : (marks.due(lane, tipHeight) ?? [])));
  return [...doubtful, ...(await settle(context, due, marks, tipHeight))];
};

/** How many lost fundings one round looks for. */
const AT_ONCE = 100;
/**
 * Refusals that leave a funding for the next round: the network does not have it, it is not deep enough, or the campaign has
 * another one by now.
 */
const NOT_NOW: ReadonlySet<string> = new Set([
  'TX_NOT_FOUND',
  'TX_UNCONFIRMED',
  'WRONG_STATE',
  'HASH_ALREADY_USED',
  'NOT_FOUND',
]);

/**
 * Looks for fundings that campaigns lost, and confirms those that are back. Only fundings that were confirmed before: anybody can
 * fund the same contract a second time.
 *
 * @throws ServiceError CHAIN_UNAVAILABLE
 */
const restoreFundings = async (context: AirdropContext, log: WatcherLog): Promise<void> => {
  for (const { campaignId, txHash } of await context.airdrops.lostFundings(AT_ONCE)) {
    try {
      await confirmFunding(context, campaignId, txHash);
      log.info({ id: campaignId, txHash }, 'The lost funding of a campaign is on chain again');
    } catch (error) {
      if (!NOT_NOW.has(refusalOf(error)?.code ?? '')) throw error;
    }
  }
};

/** The dependencies of the leader's rounds. */
export interface WatchCampaignsTools extends WatchListeners {
  readonly context: AirdropContext;
  readonly log: WatcherLog;
  /** Longest pause between two rounds, milliseconds: a new block starts one at once. */
  readonly intervalMs: number;
  /** First pause before a lane is looked at again about which the chain gave no clear answer, milliseconds; it doubles. */
  readonly retryMs: number;
  readonly job: ReturnType<typeof createLaneJob>;
}

/** Lanes of one round trip. */
const PAGE = 345;
/** Lanes compared between two looks at the clock and the tip, some hundred round trips: with more, a round is in parts. */
const LANES_AT_ONCE = 34_500;
/** Lanes looked at one by one at a time. */
const CONCURRENCY = 4;
/** Lanes of campaigns whose creator has handed over the closing unit, tried in one round; the next begins after them. */
const CLOSES_AT_ONCE = 1_000;
/** Pause between the parts of a round, milliseconds. */
const BETWEEN_PARTS_MS = 100;
/** Pause after a round that failed, milliseconds, where that is shorter than the usual one. */
const AFTER_FAILURE_MS = 5_000;
/** After how many failed looks a lane is logged. */
const LOGGED_AFTER = 3;

const laneOf = (key: string): { readonly campaignId: string; readonly lane: number } => {
  const [campaignId = '', lane] = key.split('/');
  return { campaignId, lane: Number(lane) };
};

/**
 * Does the leader's work until `signal` is aborted. Lanes are polled rather than subscribed to: those of one campaign
 * share a script, whose history is longer than servers list. A round costs one call per lane, 345 of them per round
 * trip, and examines only lanes whose recorded state is spent.
 */
export const watchCampaigns = async (signal: AbortSignal, tools: WatchCampaignsTools): Promise<void> => {
  const { context, log, intervalMs, retryMs, job } = tools;
  const { airdrops, chain } = context;
  const marks = new LaneMarks();
  const retries = new Retries((key) => queue.add(key), retryMs);
  const queue = new KeyedQueue(async (key) => {
    const { campaignId, lane } = laneOf(key);
    const outcome = await job(campaignId, lane);
    if (outcome.isDone) retries.clear(key);
    else if (retries.schedule(key) === LOGGED_AFTER)
      log.info({ id: campaignId, lane, why: outcome.why }, 'The lane state is ambiguous on chain; retrying');
  }, CONCURRENCY);

  let after: LaneRecord | undefined;
  let closingAfter: Pick<LaneRecord, 'campaignId' | 'lane'> | undefined;
  let seen = 0;
  /** @returns whether the round is complete */
  const part = async (): Promise<boolean> => {
    const { height, lagging } = await chain.tip();
    if (lagging) throw new ChainLaggingError('All servers report a lower tip than before');
    for (let compared = 0; compared < LANES_AT_ONCE && !signal.aborted; compared += PAGE) {
      const lanes = await airdrops.watchedLanes({ after, limit: PAGE });
      for (const { campaignId, lane } of await checkLanes(context, lanes, marks, height))
        queue.add(laneKey(campaignId, lane));
      seen += lanes.length;
      after = lanes.at(-1);
      if (lanes.length < PAGE) return true;
    }
    return false;
  };
  const finish = async (): Promise<void> => {
    after = undefined;
    await restoreFundings(context, log);
    const closing = await airdrops.closingLanes({ after: closingAfter, limit: CLOSES_AT_ONCE });
    for (const { campaignId, lane } of closing) queue.add(laneKey(campaignId, lane));
    closingAfter = closing.length < CLOSES_AT_ONCE ? undefined : closing.at(-1);
    tools.onRound();
    tools.onCount({ following: seen, unsettled: retries.size, unsettledSeconds: retries.longestSeconds });
    seen = 0;
  };

  try {
    await repeatAtTips(signal, chain, async (isNewTip) => {
      if (isNewTip) retries.hurryAll();
      try {
        if (!(await traced(() => ({ name: 'campaign watcher round', isRoot: true }), part))) return BETWEEN_PARTS_MS;
        await finish();
        return intervalMs;
      } catch (error) {
        log.warn({ err: error }, 'A round of the campaign watcher failed; retrying');
        return Math.min(intervalMs, AFTER_FAILURE_MS);
      }
    });
  } finally {
    retries.close();
    await queue.close();
  }
};
