import { historyStatus, type HistoryEntry } from '@weir/infra';
import type { Segment } from './read-segment.js';
import { SyncPausedError, type SyncContext } from './sync.types.js';

/** A script's history as far as it is in the indexed chain. */
export interface ScriptHistory {
  readonly scriptHash: string;
  /** In block order. */
  readonly mined: readonly HistoryEntry[];
  /** Electrum status (digest) of the whole history. */
  readonly status: string | null;
  /** Whether it holds mined transactions that lack confirmations. */
  readonly hasMore: boolean;
  /** Whether it holds unconfirmed transactions, which the next block may include. */
  readonly hasUnmined: boolean;
}

export interface HistoryQuestion {
  readonly scriptHash: string;
  /** Transactions that the history must include. */
  readonly holding: readonly string[];
  /** Whether the round must fail without this history. */
  readonly isNeeded: boolean;
}

export interface Histories {
  readonly shown: readonly ScriptHistory[];
  /** Scripts of which every server shows less history than is known. */
  readonly hidden: readonly string[];
}

/**
 * Reads the histories of scripts as of the segment's tip.
 *
 * @throws SyncPausedError when a needed one is hidden
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
