import type { LaneRecord } from '@weir/infra';
import type { AirdropContext } from '../airdrop-context.js';
import { readKnown } from '../chain/read-known.js';
import type { DueMark, LaneMarks } from './lane-marks.js';

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
 * Compares lanes with the chain, many in a few round trips: an unspent state proves every step before it, whichever
 * blocks they are in. Marks steps that have become final.
 *
 * @param tipHeight of the active chain
 * @returns the lanes to be looked at one by one
 * @throws ChainUnavailableError
 */
export const checkLanes = async (
  context: AirdropContext,
  lanes: readonly LaneRecord[],
  marks: LaneMarks,
  tipHeight: number,
): Promise<readonly LaneRecord[]> => {
  const doubtful = await openDoubts(context, lanes);
  const due = lanes.flatMap((lane) => (doubtful.includes(lane) ? [] : (marks.due(lane, tipHeight) ?? [])));
  return [...doubtful, ...(await settle(context, due, marks, tipHeight))];
};
