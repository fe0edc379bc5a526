import type { ChainTransaction, LaneRecord } from '@weir/infra';
import { FINAL_DEPTH } from '../../shared/final-depth.js';
import { laneKey } from '../chain/record-lane.js';

interface Mark {
  readonly sequence: number;
  readonly txHash: string;
  /** The tip's height at which it is looked at. */
  readonly dueAt: number;
}

/** A step of a lane to be checked. */
export interface DueMark {
  readonly lane: LaneRecord;
  readonly sequence: number;
  readonly txHash: string;
}

/**
 * Remembers which step of each lane to watch until it is final. In a busy lane the latest step never becomes final, so one step
 * is watched until it does, then a later one. Kept in memory only: after a restart steps are chosen anew.
 */
export class LaneMarks {
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
