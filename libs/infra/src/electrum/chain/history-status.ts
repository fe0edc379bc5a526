import { createHash } from 'node:crypto';
import type { HistoryEntry } from './unspent.js';

/**
 * The digest a server tells subscribers of a script about its history, computed from the history itself: which of a
 * script's states a reading stands for.
 *
 * @see https://electrum-cash-protocol.readthedocs.io/en/latest/protocol-basics.html#status
 */
export const historyStatus = (history: readonly HistoryEntry[]): string | null => {
  if (history.length === 0) return null;
  return createHash('sha256')
    .update(history.map(({ txid, height }) => `${txid}:${height}:`).join(''))
    .digest('hex');
};
