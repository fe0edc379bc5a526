import { createHash } from 'node:crypto';
import type { HistoryEntry } from './unspent.js';

/**
 * Computes from a history the status that a server sends to subscribers of its script: it identifies which of a
 * script's histories was read.
 *
 * @see https://electrum-cash-protocol.readthedocs.io/en/latest/protocol-basics.html#status
 */
export const historyStatus = (history: readonly HistoryEntry[]): string | null => {
  if (history.length === 0) return null;
  return createHash('sha256')
    .update(history.map(({ txid, height }) => `${txid}:${height}:`).join(''))
    .digest('hex');
};
