import { createHash } from 'node:crypto';
import type { ChainIndex } from './chain-index.js';
import { outpointKey, type HistoryEntry, type IndexedOutput, type TokenFilter } from './index.types.js';

const passes = (filter: TokenFilter) => (output: IndexedOutput) =>
  filter === 'include_tokens' || (output.token === undefined) === (filter === 'exclude_tokens');

const sum = (outputs: readonly IndexedOutput[]): bigint =>
  outputs.reduce((total, output) => total + output.satoshis, 0n);

/**
 * Returns the history of a script hash: confirmed entries by height and position, then those of the mempool.
 * @param from first height, inclusive
 * @param to last height, exclusive; a negative one means no end, and includes the mempool
 */
export const historyOf = (index: ChainIndex, scripthash: string, from = 0, to = -1): HistoryEntry[] => {
  const confirmed = index.confirmed
    .history(scripthash)
    .filter((entry) => entry.height >= from && (to < 0 || entry.height < to))
    .map(({ txid, height }) => ({ txid, height }));
  return to < 0 ? [...confirmed, ...index.mempool.history(scripthash)] : confirmed;
};

/** Returns the satoshis in confirmed outputs, and by how much the mempool changes them. */
export const balanceOf = (
  index: ChainIndex,
  scripthash: string,
  filter: TokenFilter,
): { confirmed: bigint; unconfirmed: bigint } => {
  const isSpent = (output: IndexedOutput) => index.mempool.spender(outpointKey(output.txid, output.vout)) !== undefined;
  const confirmed = [...index.confirmed.unspent.of(scripthash)].filter(passes(filter));
  const incoming = [...index.mempool.outputs.of(scripthash)]
    .filter(passes(filter))
    .filter((output) => !isSpent(output));
  return { confirmed: sum(confirmed), unconfirmed: sum(incoming) - sum(confirmed.filter(isSpent)) };
};

/**
 * Returns the unspent outputs: confirmed ones by height, position and index, then those of the mempool in the order
 * of the history.
 */
export const unspentOf = (index: ChainIndex, scripthash: string, filter: TokenFilter): IndexedOutput[] => {
  const isUnspent = (output: IndexedOutput) =>
    index.mempool.spender(outpointKey(output.txid, output.vout)) === undefined;
  const wanted = (outputs: Iterable<IndexedOutput>) => [...outputs].filter(passes(filter)).filter(isUnspent);
  const order = new Map(index.mempool.history(scripthash).map((entry, position) => [entry.txid, position]));
  const place = (output: IndexedOutput) => order.get(output.txid) ?? 0;
  return [
    ...wanted(index.confirmed.unspent.of(scripthash)).sort(
      (a, b) => a.height - b.height || a.position - b.position || a.vout - b.vout,
    ),
    ...wanted(index.mempool.outputs.of(scripthash)).sort((a, b) => place(a) - place(b) || a.vout - b.vout),
  ];
};

/**
 * Returns the Electrum status of a history: SHA-256 over `txid:height:` of every entry, null if it is empty.
 * @see https://electrum-cash-protocol.readthedocs.io, "Script Hashes"
 */
export const statusOf = (history: readonly HistoryEntry[]): string | null => {
  if (history.length === 0) return null;
  const text = history.map((entry) => `${entry.txid}:${entry.height}:`).join('');
  return createHash('sha256').update(text).digest('hex');
};
