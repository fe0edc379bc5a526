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
    /**
     * @param holding transactions that belong into it: of servers, one that shows them all is preferred
     * @throws HistoryHiddenError when every server shows none where there was one
     */
    async read(scriptHash: string, holding: readonly string[]): Promise<HistoryEntry[]> {
      let second: HistoryEntry[] | undefined;
      const read = pool.run(async (server) => {
        const history = parseHistory(await server.call('blockchain.scripthash.get_history', scriptHash));
        if (history.length === 0 && withHistory.has(scriptHash)) throw new Denial(new HistoryHiddenError(scriptHash));
        if (history.some(({ height }) => height > 0)) remember(scriptHash);
        const listed = new Set(history.map(({ txid }) => txid));
        if (holding.every((txid) => listed.has(txid))) return history;
        second ??= history;
        throw new Denial(new HistoryHiddenError(scriptHash));
      });
      return read.catch((error: unknown) => {
        if (second !== undefined && error instanceof HistoryHiddenError) return second;
        throw error;
      });
    },
    /** Whether a script is known to have a history, though its status says that it has none. */
    isHidden: (scriptHash: string, status: string | null): boolean => status === null && withHistory.has(scriptHash),
  };
};
