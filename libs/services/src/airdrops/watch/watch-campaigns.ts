import { ChainLaggingError, traced, type LaneRecord } from '@weir/infra';
import { ServiceError } from '../../shared/service-error.js';
import { KeyedQueue } from '../../shared/watch/keyed-queue.js';
import { repeatAtTips } from '../../shared/watch/repeat-at-tips.js';
import { Retries } from '../../shared/watch/retries.js';
import type { WatchListeners } from '../../shared/watch/watch-scripts.js';
import type { WatcherLog } from '../../shared/watch/watcher-log.js';
import type { AirdropContext } from '../airdrop-context.js';
import { laneKey } from '../chain/record-lane.js';
import { confirmFunding } from '../funding/confirm-funding.js';
import { checkLanes } from './check-lanes.js';
import type { createLaneJob } from './lane-job.js';
import { LaneMarks } from './lane-marks.js';

/** How many lost fundings one round looks for. */
const AT_ONCE = 100;
/**
 * Refusals that leave a funding for the next round: the network does not have it, it is not deep enough, or the campaign has
 * another one by now.
 */
const NOT_NOW = new Set(['TX_NOT_FOUND', 'TX_UNCONFIRMED', 'WRONG_STATE', 'HASH_ALREADY_USED', 'NOT_FOUND']);

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
      log.info({ id: campaignId, txHash }, 'A lost funding of a campaign is there again');
    } catch (error) {
      if (!(error instanceof ServiceError && NOT_NOW.has(error.code))) throw error;
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
const TELL_AFTER = 3;

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
    else if (retries.schedule(key) === TELL_AFTER)
      log.info(
        { id: campaignId, lane, why: outcome.why },
        'The chain does not show clearly what became of a lane; it is looked at again',
      );
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
      if (isNewTip) retries.hurry();
      try {
        if (!(await traced(() => ({ name: 'campaign watcher round', isRoot: true }), part))) return BETWEEN_PARTS_MS;
        await finish();
        return intervalMs;
      } catch (error) {
        log.warn({ err: error }, 'A round of the campaign watcher failed; it is tried again');
        return Math.min(intervalMs, AFTER_FAILURE_MS);
      }
    });
  } finally {
    retries.close();
    await queue.close();
  }
};
