import { hexToBin } from '@bitauth/libauth';
import { HistoryHiddenError, type HistoryEntry, type StreamRecord, type TransitionRecord } from '@weir/infra';
import { loadStream } from '../load-stream.js';
import type { StreamContext } from '../stream-context.js';

/** A stream's record beside what the servers show of its script. */
export interface Reading {
  readonly stream: StreamRecord;
  /** Recorded steps, the funding first. */
  readonly steps: readonly TransitionRecord[];
  /** The script's history; empty as well where the servers hide it, which is no sign of anything. */
  readonly history: readonly HistoryEntry[];
  readonly listed: ReadonlyMap<string, HistoryEntry>;
}

/** What one look at the chain came to: done, to look again after a change, or to wait. */
export type ReconcileOutcome = 'unchanged' | 'changed' | { readonly wait: string };

const readHistory = async (
  lockingBytecode: string,
  steps: readonly TransitionRecord[],
  { chain }: StreamContext,
): Promise<readonly HistoryEntry[]> => {
  try {
    return await chain.history(
      hexToBin(lockingBytecode),
      steps.map(({ txHash }) => txHash),
    );
  } catch (error) {
    if (error instanceof HistoryHiddenError) return [];
    throw error;
  }
};

/**
 * Reads a stream's record, then its script's history.
 *
 * @throws ServiceError NOT_FOUND
 * @throws ChainUnavailableError
 */
export const readStream = async (id: string, context: StreamContext): Promise<Reading> => {
  const [stream, steps] = await Promise.all([loadStream(context, id), context.streams.transitionsOf(id)]);
  const history = await readHistory(stream.lockingBytecode, steps, context);
  return { stream, steps, history, listed: new Map(history.map((entry) => [entry.txid, entry])) };
};
