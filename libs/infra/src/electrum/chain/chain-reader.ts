import { ServerAnsweredError, ServerMistrustedError, BroadcastRejectedError, TransactionNotFoundError } from '../electrum-errors.js';
import type { ElectrumPool, ServerSession } from '../pool/electrum-pool.js';
import { fieldsOf, integerOf, listOf, textOf } from './answers.js';
import { parseHeaders } from './block-header.js';
import { decodeChecked, finalityOf, txidOf } from './chain-transaction.js';
import type { ChainTransaction } from './chain-transaction.js';
import { merkleRootOf } from './merkle-proof.js';
import { scriptHashOf } from './script-hash.js';
import { createTipTracker } from './tip-tracker.js';
import type { Tip } from './tip-tracker.js';
import { parseHistory, parseUnspent } from './unspent.js';
import type { HistoryEntry, UnspentOutput } from './unspent.js';

/** The chain as the rest of the program reads it. Every method throws ChainUnavailableError when no server helps. */
export interface ChainReader {
  tip(): Promise<Tip>;
  /** The median time past with the block of this height as the tip, Unix seconds. */
  medianTimePast(height: number): Promise<number>;
  /**
   * A transaction, its hash checked, its merkle proof against the block's header where it is mined. At most two round
   * trips, and one more where the tip has changed.
   *
   * @throws TransactionNotFoundError when every server that answers denies it
   */
  transaction(txid: string): Promise<ChainTransaction>;
  /** Unspent outputs of a script, mempool and tokens included, as the servers' index has them. */
  unspent(lockingBytecode: Uint8Array): Promise<UnspentOutput[]>;
  /** Transactions that pay to or spend from a script. */
  history(lockingBytecode: Uint8Array): Promise<HistoryEntry[]>;
  /** Whether an output is unspent as far as the index knows; false also where there is no such output. */
  isUnspent(txid: string, vout: number): Promise<boolean>;
  /**
   * Sends a transaction. One that is known already is a success.
   *
   * @returns its txid
   * @throws BroadcastRejectedError with the node's reason
   */
  broadcast(hex: string): Promise<string>;
  /** Calls back at each new tip. @returns how to stop */
  subscribeTip(listener: () => void): () => void;
  /** Calls back when a script's history changes. @returns how to stop */
  subscribeScript(lockingBytecode: Uint8Array, listener: () => void): () => void;
  /** Unix seconds when the tip was last reported; null before the first. */
  readonly tipReportedAt: number | null;
}

const isMissing = (error: unknown): boolean => error instanceof ServerAnsweredError && /No such mempool or blockchain transaction/i.test(error.message);

/** What nodes say of a transaction they have already. */
const isKnown = (message: string): boolean => /txn-already-in-mempool|txn-already-known|already in block chain|transaction already in/i.test(message);

/** Electrum servers wrap the node's words. */
const reasonOf = (message: string): string => message.replace(/^the transaction was rejected by network rules\.\s*/i, '').replace(/\n\[[0-9a-f]*\]$/i, '');

const proofOf = async (server: ServerSession, txid: string, height: number): Promise<{ readonly blockHash: string }> => {
  const [proof, header] = await server.batch([
    { method: 'blockchain.transaction.get_merkle', params: [txid, height] },
    { method: 'blockchain.block.header', params: [height] },
  ]);
  if (proof instanceof Error || header instanceof Error) throw new ServerMistrustedError(`No proof that ${txid} is in block ${height}`);
  const { merkle, pos } = fieldsOf(proof, 'get_merkle');
  const branch = listOf(merkle, 'merkle').map((node) => textOf(node, 'a merkle node'));
  const [block] = parseHeaders(textOf(header, 'a header'));
  if (block === undefined || merkleRootOf(txid, { branch, position: integerOf(pos, 'pos') }) !== block.merkleRoot) {
    throw new ServerMistrustedError(`The proof that ${txid} is in block ${height} does not hold`);
  }
  return { blockHash: block.hash };
};

/** A reader over a pool of servers. */
export const createChainReader = (pool: ElectrumPool): ChainReader => {
  const tracker = createTipTracker(pool);

  const readTransaction = async (server: ServerSession, txid: string): Promise<ChainTransaction> => {
    const [raw, reported] = await server.batch([
      { method: 'blockchain.transaction.get', params: [txid] },
      { method: 'blockchain.transaction.get_height', params: [txid] },
    ]);
    if (raw instanceof ServerAnsweredError) throw raw;
    const decoded = decodeChecked(txid, raw);
    // The index may not have it yet while the node has: then it counts as in the mempool.
    const height = typeof reported === 'number' && reported > 0 ? reported : undefined;
    if (height === undefined) return { ...decoded, height, blockHash: undefined, confirmations: 0, finality: 'mempool' };
    const [{ blockHash }, tip] = await Promise.all([proofOf(server, txid, height), tracker.tip()]);
    const confirmations = Math.max(1, tip.height - height + 1);
    return { ...decoded, height, blockHash, confirmations, finality: finalityOf(confirmations) };
  };

  const scriptCall = <T>(method: string, parse: (answer: unknown) => T) => {
    return (lockingBytecode: Uint8Array, ...params: string[]): Promise<T> =>
      pool.run(async (server) => parse(await server.call(method, scriptHashOf(lockingBytecode), ...params)));
  };
  const listUnspent = scriptCall('blockchain.scripthash.listunspent', parseUnspent);
  const getHistory = scriptCall('blockchain.scripthash.get_history', parseHistory);

  return {
    tip: () => tracker.tip(),
    medianTimePast: (height) => tracker.medianTimePast(height),
    async transaction(txid) {
      try {
        return await pool.run((server) => readTransaction(server, txid));
      } catch (error) {
        if (isMissing(error)) throw new TransactionNotFoundError(txid);
        throw error;
      }
    },
    // Without the filter, servers below protocol 1.5 hide outputs with tokens.
    unspent: (lockingBytecode) => listUnspent(lockingBytecode, 'include_tokens'),
    history: (lockingBytecode) => getHistory(lockingBytecode),
    isUnspent: (txid, vout) => pool.run(async (server) => (await server.call('blockchain.utxo.get_info', txid, vout)) !== null),
    async broadcast(hex) {
      try {
        return await pool.run(async (server) => textOf(await server.call('blockchain.transaction.broadcast', hex), 'a txid'));
      } catch (error) {
        if (!(error instanceof ServerAnsweredError)) throw error;
        if (isKnown(error.message)) return txidOf(hex);
        throw new BroadcastRejectedError(reasonOf(error.message));
      }
    },
    subscribeTip: (listener) => pool.subscriptions.headers(() => listener()),
    subscribeScript: (lockingBytecode, listener) => pool.subscriptions.scripthash(scriptHashOf(lockingBytecode), () => listener()),
    get tipReportedAt() {
      return tracker.reportedAt;
    },
  };
};
