import { HistoryHiddenError, type StreamRecord, type TransitionRecord } from '@weir/infra';
import { loadStream } from '../load-stream.js';
import type { StreamContext } from '../stream-context.js';
import { scriptHistoryOf, type ScriptHistory, type SharedHistories } from './shared-histories.js';

/** A stream's record beside the history that the servers show of its script; an empty history proves nothing. */
export interface Reading extends ScriptHistory {
  readonly stream: StreamRecord;
  /** Recorded steps, the funding first. */
  readonly steps: readonly TransitionRecord[];
}

/** The result of reconciling a record with the chain: done, again after a change, or wait. */
export type ReconcileOutcome = 'unchanged' | 'changed' | { readonly wait: string };

/** The dependencies of reading a stream. */
export interface ReadingTools {
  readonly context: StreamContext;
  readonly histories: SharedHistories;
}

const HIDDEN = scriptHistoryOf([]);

const readHistory = async (
  lockingBytecode: string,
  steps: readonly TransitionRecord[],
  told: string | null | undefined,
  { histories }: ReadingTools,
): Promise<ScriptHistory> => {
  try {
    const holding = steps.map(({ txHash }) => txHash);
    return await histories.read(lockingBytecode, holding, told);
  } catch (error) {
    if (error instanceof HistoryHiddenError) return HIDDEN;
    throw error;
  }
};

/**
 * Reads a stream's record, then its script's history.
 *
 * @param told the script's status that the server reported last
 * @throws ServiceError NOT_FOUND
 * @throws ChainUnavailableError
 */
export const readStream = async (
  id: string,
  told: string | null | undefined,
  tools: ReadingTools,
): Promise<Reading> => {
  const { context } = tools;
  const [stream, steps] = await Promise.all([loadStream(context, id), context.streams.transitionsOf(id)]);
  return { stream, steps, ...(await readHistory(stream.lockingBytecode, steps, told, tools)) };
};
