import { createHash } from 'node:crypto';
import { ChainUnavailableError, Denial, HistoryHiddenError, ServerAnsweredError } from '../pool/electrum-errors.js';
import type { ElectrumPool } from '../pool/electrum-pool.js';
import type { Call } from '../pool/server-connection.js';
import { type HistoryEntry, parseHistory } from './answers.js';
import { parseTip, TIP_CALL } from './headers.js';

/** Scripts that are known to have a history. */
const MAX_CACHED = 50_000;

/** A script whose history is asked for, by its Electrum hash. */
export interface HistoryRequest {
  readonly scriptHash: string;
  /** Transactions that it must contain: a history that lacks one is hidden. */
  readonly holding: readonly string[];
}

/** Histories a server is asked for at once: with two looks at the tip within the batch limit of public servers. */
const AT_ONCE = 343;

/** Reads histories, and tracks which scripts have mined transactions: these cannot lose them all. */
export const createHistoryReader = (pool: ElectrumPool) => {
  const withHistory = new Set<string>();
  const remember = (scriptHash: string): void => {
    withHistory.add(scriptHash);
    if (withHistory.size <= MAX_CACHED) return;
    for (const oldest of withHistory) {
      withHistory.delete(oldest);
      return;
    }
  };
  return {
    /**
     * @param holding transactions that it must contain: a server that shows them all is preferred
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
    /**
     * Reads many histories as they are with a block as the tip, from servers that have exactly this tip.
     *
     * @param tipHash display order
     * @returns each one's, in the order of the requests; undefined for one that every server hides
     * @throws ChainUnavailableError when no server has this tip
     */
    async readMany(requests: readonly HistoryRequest[], tipHash: string): Promise<(HistoryEntry[] | undefined)[]> {
      const found = new Map<string, HistoryEntry[]>();
      const hiddenBy = new Denial(new HistoryHiddenError(requests[0]?.scriptHash ?? ''));
      const read = pool.run(async (server) => {
        const missing = requests.filter(({ scriptHash }) => !found.has(scriptHash));
        for (let from = 0; from < missing.length; from += AT_ONCE) {
          const part = missing.slice(from, from + AT_ONCE);
          const calls = part.map(({ scriptHash }): Call => ({
            method: 'blockchain.scripthash.get_history',
            params: [scriptHash],
          }));
          const [before, ...answers] = await server.batch([TIP_CALL, ...calls, TIP_CALL]);
          for (const tip of [before, answers.pop()]) {
            const { height, header } = parseTip(tip);
            server.noteTip({ height, hash: header.hash });
            if (header.hash !== tipHash)
              throw new Denial(new ChainUnavailableError(`${server.url} has another tip`, 1));
          }
          part.forEach(({ scriptHash, holding }, i) => {
            const answer = answers[i];
            if (answer instanceof ServerAnsweredError) throw answer;
            const history = parseHistory(answer);
            const listed = new Set(history.map(({ txid }) => txid));
            if (holding.every((txid) => listed.has(txid))) found.set(scriptHash, history);
          });
        }
        if (found.size < requests.length) throw hiddenBy;
      });
      await read.catch((error: unknown) => {
        if (error !== hiddenBy.verdict) throw error;
      });
      return requests.map(({ scriptHash }) => found.get(scriptHash));
    },
    /** Whether a script is known to have a history, though its status says that it has none. */
    isHidden: (scriptHash: string, status: string | null): boolean => status === null && withHistory.has(scriptHash),
  };
};

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
