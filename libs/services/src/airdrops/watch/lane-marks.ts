import type { ChainTransaction, LaneRecord } from '@weir/infra';
import { laneKey } from '../chain/record-lane.js';

/** Blocks on top of a transaction's own that make it final: nodes take no longer reorganisations. */
export const FINAL_DEPTH = 10;

interface Mark {
  readonly sequence: number;
  readonly txHash: string;
  /** The tip's height at which it is looked at. */
  readonly dueAt: number;
}

/** A step of a lane to be looked at. */
export interface DueMark {
  readonly lane: LaneRecord;
  readonly sequence: number;
  readonly txHash: string;
}

/**
 * Which step of each lane is waited for to be buried: in a lane that goes on and on the latest one never is, so one of its
 * steps is kept in mind until it is, then a later one. They are forgotten with the process, and chosen anew.
 */
export class LaneMarks {
  readonly #marks = new Map<string, Mark>();

  /** The step of a lane that is due at a height, if any: of one that has ended always its end, which may vanish. */
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

  /** Notes what a step was seen as. @returns whether it is final */
  seen({ lane, sequence, txHash }: DueMark, { height }: Pick<ChainTransaction, 'height'>, tipHeight: number): boolean {
    const key = laneKey(lane.campaignId, lane.lane);
    const isFinal = height !== undefined && tipHeight - height >= FINAL_DEPTH;
    if (isFinal) this.#marks.delete(key);
    // One of the mempool can be as deep no sooner than in a block of its own and ten more.
    else this.#marks.set(key, { sequence, txHash, dueAt: (height ?? tipHeight + 1) + FINAL_DEPTH });
    return isFinal;
  }

  /** The step is gone, or the lane. */
  forget({ campaignId, lane }: Pick<LaneRecord, 'campaignId' | 'lane'>): void {
    this.#marks.delete(laneKey(campaignId, lane));
  }
}
