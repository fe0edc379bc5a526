import { ServerAnsweredError } from '../electrum-errors.js';
import type { ServerSession } from '../pool/electrum-pool.js';
import type { Call } from '../pool/server-connection.js';
import { decodeChecked, type ChainTransaction } from './chain-transaction.js';
import { isMissing, isOffChain, isUnindexed } from './read-transactions.js';

/** A transaction whose hash was checked. */
export type RawTransaction = Pick<ChainTransaction, 'txid' | 'transaction'>;

const asked = async (
  server: ServerSession,
  txids: readonly string[],
  calls: (txid: string) => readonly Call[],
): Promise<(readonly [txid: string, answers: readonly unknown[]])[]> => {
  const answers = txids.length === 0 ? [] : await server.batch(txids.flatMap(calls));
  const each = txids.length === 0 ? 0 : answers.length / txids.length;
  return txids.map((txid, i) => [txid, answers.slice(i * each, (i + 1) * each)]);
};

/**
 * Returns those of some transactions that a server's node has in its mempool and its index does not show yet. Others
 * may have been replaced, or are indexed by now.
 */
export const readUnindexed = async (server: ServerSession, txids: readonly string[]): Promise<RawTransaction[]> => {
  const heights = await asked(server, txids, (txid) => [
    { method: 'blockchain.transaction.get_height', params: [txid] },
  ]);
  const unindexed = heights.filter(([, [height]]) => isUnindexed(height)).map(([txid]) => txid);
  const found = await asked(server, unindexed, (txid) => [
    { method: 'blockchain.transaction.get', params: [txid] },
    { method: 'blockchain.transaction.get', params: [txid, true] },
  ]);
  return found.flatMap(([txid, [raw, detailed]]) => {
    if (isMissing(raw) || isOffChain(detailed)) return [];
    if (raw instanceof ServerAnsweredError) throw raw;
    return [decodeChecked(txid, raw)];
  });
};
