import { historyStatus, type HistoryEntry } from '@weir/infra';
import type { Segment } from './read-segment.js';
import { SyncPausedError, type SyncContext } from './sync.types.js';

/** A script's history, as far as it is in the chain that is being indexed. */
export interface ScriptHistory {
  readonly scriptHash: string;
  /** In order of the blocks. */
  readonly mined: readonly HistoryEntry[];
  /** The digest of all of it. */
  readonly status: string | null;
  /** Whether there are mined transactions without enough confirmations. */
  readonly hasMore: boolean;
  /** Whether there are transactions that the next block may hold. */
  readonly hasUnmined: boolean;
}

export interface HistoryQuestion {
  readonly scriptHash: string;
  /** Transactions that must be in it. */
  readonly holding: readonly string[];
  /** Whether nothing may be written without it. */
  readonly isNeeded: boolean;
}

export interface Histories {
  readonly shown: readonly ScriptHistory[];
  /** Scripts that every server says less of than is known. */
  readonly hidden: readonly string[];
}

/**
 * Reads the histories of scripts as they are at the segment's tip.
 *
 * @throws SyncPausedError when one that is needed is hidden
 * @throws ChainUnavailableError, also when the tip has moved on
 */
export const readHistories = async (
  questions: readonly HistoryQuestion[],
  { startHeight, height, tipHash }: Segment,
  { chain }: SyncContext,
): Promise<Histories> => {
  const found = await chain.histories(questions, tipHash);
  const hidden = questions.filter((_, i) => found[i] === undefined);
  const missing = hidden.find(({ isNeeded }) => isNeeded);
  if (missing !== undefined) throw new SyncPausedError(`The servers hide the history of script ${missing.scriptHash}`);
  const shown = questions.flatMap(({ scriptHash }, i): ScriptHistory[] => {
    const history = found[i];
    if (history === undefined) return [];
    const mined = history.filter((entry) => entry.height > 0 && entry.height >= startHeight);
    return [
      {
        scriptHash,
        mined: mined.filter((entry) => entry.height <= height),
        status: historyStatus(history),
        hasMore: mined.some((entry) => entry.height > height),
        hasUnmined: history.some((entry) => entry.height <= 0),
      },
    ];
  });
  return { shown, hidden: hidden.map(({ scriptHash }) => scriptHash) };
};
