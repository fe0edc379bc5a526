import { HistoryHiddenError, type ChainReader, type HistoryEntry } from '@weir/infra';

/**
 * Returns the history of a script as it is shown; none where there was one before: a reorganisation may have taken all of it.
 *
 * @throws ChainUnavailableError
 */
export const shownHistory = async (
  lockingBytecode: Uint8Array,
  chain: Pick<ChainReader, 'history'>,
): Promise<readonly HistoryEntry[]> => {
  try {
    return await chain.history(lockingBytecode);
  } catch (error) {
    if (error instanceof HistoryHiddenError) return [];
    throw error;
  }
};
