import { Denial, HistoryHiddenError } from '../electrum-errors.js';
import type { ElectrumPool } from '../pool/electrum-pool.js';
import { parseHistory } from './unspent.js';
import type { HistoryEntry } from './unspent.js';

/** Scripts remembered to have a history. */
const REMEMBERED = 50_000;

/** Reads histories, and remembers which scripts have mined transactions: these cannot lose them all. */
export const createHistoryReader = (pool: ElectrumPool) => {
  const withHistory = new Set<string>();
  const remember = (scriptHash: string): void => {
    withHistory.add(scriptHash);
    if (withHistory.size <= REMEMBERED) return;
    for (const oldest of withHistory) {
      withHistory.delete(oldest);
      return;
    }
  };
  return {
    /** @throws HistoryHiddenError when every server shows none where there was one */
    read: (scriptHash: string): Promise<HistoryEntry[]> =>
      pool.run(async (server) => {
        const history = parseHistory(await server.call('blockchain.scripthash.get_history', scriptHash));
        if (history.length === 0 && withHistory.has(scriptHash)) throw new Denial(new HistoryHiddenError(scriptHash));
        if (history.some(({ height }) => height > 0)) remember(scriptHash);
        return history;
      }),
    /** Whether a script is known to have a history, though its status says that it has none. */
    isHidden: (scriptHash: string, status: string | null): boolean => status === null && withHistory.has(scriptHash),
  };
};
