import { decodeTransaction } from '@bitauth/libauth';
import { type Network, outpointOf } from '@weir/covenants';
import { ChainLaggingError, ChainUnavailableError, TransactionNotFoundError } from '../pool/electrum-errors.js';
import type { ElectrumPool } from '../pool/electrum-pool.js';
import { hexToBytes } from './answers.js';
import { type BlockHeader, MAX_HEADERS, medianTime, readHeaders, spanStart } from './headers.js';
import { createHistoryReader, type HistoryRequest } from './history.js';
import { areUnspent, isUnspent, readKnownUnspent } from './read-unspent.js';
import { broadcast, createRelayRatesReader } from './relay.js';
import { createTipTracker, readChain } from './tip-tracker.js';
import { createMemoryNotes, type NotedTransaction, scriptHashOf, type TransactionNotes } from './transaction-notes.js';
import { type ChainTransaction, readTransactions } from './transactions.js';

const wallClock = (): number => Math.floor(Date.now() / 1000);

/**
 * Creates the clock for everything that becomes due on a chain. On public networks it is the machine's. A devnet's time
 * is moved forward at will; by the machine's clock nothing would become due, and new transactions would look backdated.
 * There the clock follows the tip, and is never behind the machine's.
 */
export const createChainClock = (network: Network, wall: () => number = wallClock) => {
  let ahead = 0;
  return {
    now: () => wall() + ahead,
    /** Learns of a tip's time, Unix seconds. */
    note(tipTime: number) {
      if (network === 'devnet') ahead = Math.max(0, tipTime - wall());
    },
  };
};

/** The present time, Unix seconds. */
type ChainClock = ReturnType<typeof createChainClock>;

/** A change of a script's history. */
export interface ScriptChange {
  /** Electrum's digest of the history; null for an empty one. */
  readonly status: string | null;
  /** The script had mined transactions and is said to have none: the server is blinded. Pause, and change nothing. */
  readonly hidden: boolean;
}

/** How often headers are read up to a tip that has moved meanwhile. */
const TIP_TRIES = 3;
const TXID = /^[0-9a-f]{64}$/;

/** What a chain reader is built with, in addition to its servers. */
interface ChainReaderOptions {
  /** Where transactions are noted; by default in this process alone. */
  readonly notes?: TransactionNotes;
  /** Most that is paid, no matter what servers report, satoshis for 1,000 bytes. */
  readonly maxFeeRate?: bigint | undefined;
  /** Is given the time of each tip that is read. */
  readonly clock?: Pick<ChainClock, 'note'>;
}

/** Creates a reader over a pool of servers. */
export const createChainReader = (
  pool: ElectrumPool,
  { notes = createMemoryNotes(), maxFeeRate, clock }: ChainReaderOptions = {},
) => {
  const tracker = createTipTracker(pool, ({ time }) => clock?.note(time));
  const histories = createHistoryReader(pool);

  const transactions = async (given: readonly string[]): Promise<ChainTransaction[]> => {
    const txids = given.map((txid) => txid.toLowerCase());
    // No server knows what is not a hash; asking would make servers look faulty.
    const malformed = txids.find((txid) => !TXID.test(txid));
    if (malformed !== undefined) throw new TransactionNotFoundError(malformed);
    return txids.length === 0 ? [] : pool.run((server) => readTransactions(server, txids));
  };
  const transaction = async (txid: string): Promise<ChainTransaction> => {
    const [found] = await transactions([txid]);
    if (found === undefined) throw new TransactionNotFoundError(txid);
    return found;
  };
  const isOnChain = (txid: string): Promise<boolean> =>
    transaction(txid).then(
      () => true,
      (error: unknown) => {
        if (error instanceof TransactionNotFoundError) return false;
        throw error;
      },
    );
  const areInputsUnspent = async (hex: string): Promise<boolean> => {
    const decoded = decodeTransaction(hexToBytes(hex));
    // What does not decode spends nothing that could be gone.
    if (typeof decoded === 'string') return true;
    const unspent = await pool.run((server) => areUnspent(server, decoded.inputs.map(outpointOf)));
    return unspent.every(Boolean);
  };
  const relayRates = createRelayRatesReader(pool, { maxFeeRate });
  const headersToTip = async (from: number): Promise<readonly BlockHeader[]> => {
    for (let tries = 1; ; tries += 1) {
      const tip = await tracker.tip();
      if (tip.lagging) throw new ChainLaggingError('All servers lag');
      if (from > tip.height) return [];
      try {
        return await pool.run((server) => readChain(server, from, tip));
      } catch (error) {
        // The chain may have moved on, or reorganised, since its tip was read.
        if (tries === TIP_TRIES || (await tracker.tip()).hash === tip.hash) throw error;
      }
    }
  };
  const medianTimePast = async (height: number): Promise<number> => {
    const tip = await tracker.tip();
    if (height > tip.height) throw new ChainUnavailableError(`There is no block ${height} yet`);
    if (height === tip.height) return tip.medianTimePast;
    const from = spanStart(height);
    // Far below the tip the way up to it is long.
    if (tip.height - from >= MAX_HEADERS)
      return pool.run(async (server) => medianTime(await readHeaders(server, from, height)));
    return medianTime((await headersToTip(from)).slice(0, height - from + 1));
  };

  return {
    tip: () => tracker.tip(),
    /**
     * The headers of the active chain from a height up to the tip, the highest seen: each builds on the one before and the
     * last is the tip, so that a block among them is as deep as it looks. Empty above the tip.
     *
     * @throws ChainUnavailableError also while all servers lag
     */
    headersToTip,
    /** The median time past with the block of this height as the tip, Unix seconds. */
    medianTimePast,
    /**
     * A transaction, its hash checked, its merkle proof against the block's header where it is mined. One round trip, two
     * for a mined one.
     *
     * @throws TransactionNotFoundError when every server that answers denies it
     */
    transaction,
    /** Several transactions in the same two round trips, up to 172 of them. @throws TransactionNotFoundError for the first unknown */
    transactions,
    unspent: (lockingBytecode: Uint8Array) => readKnownUnspent(pool, lockingBytecode, notes),
    /**
     * Transactions that pay to or spend from a script: mined ones in their order, then the mempool's.
     *
     * @param holding transactions that it must contain: where a server does not show them all, another one is asked
     * @throws HistoryHiddenError where there was one and the servers show none
     */
    history: (lockingBytecode: Uint8Array, holding: readonly string[] = []) =>
      histories.read(scriptHashOf(lockingBytecode), holding),
    /**
     * Many histories at once, as they are with a block as the tip; undefined for one that every server hides. Requests
     * name distinct scripts.
     *
     * @throws ChainUnavailableError when no server has this tip
     */
    histories: (requests: readonly HistoryRequest[], tipHash: string) =>
      requests.length === 0 ? Promise.resolve([]) : histories.readMany(requests, tipHash),
    /** Whether an output is unspent as far as the index knows; false also where there is no such output. */
    isUnspent: (txid: string, vout: number) => pool.run((server) => isUnspent(server, { txid, vout })),
    /** The same of many outputs, in one round trip for each 345. */
    areUnspent: (outpoints: readonly { readonly txid: string; readonly vout: number }[]) =>
      outpoints.length === 0 ? Promise.resolve([]) : pool.run((server) => areUnspent(server, outpoints)),
    /**
     * Sends a transaction to all servers, and notes it. One that the network knows already is a success.
     *
     * @returns its txid
     * @throws BroadcastRejectedError with the node's reason, and whether the chain shows that its inputs are gone
     */
    async broadcast(hex: string) {
      const txid = await broadcast(pool, hex, { isOnChain, areInputsUnspent });
      const transaction = decodeTransaction(hexToBytes(hex));
      if (typeof transaction !== 'string') await notes.note({ txid, transaction });
      return txid;
    },
    /** Remembers an unmined transaction that was verified, for {@link ChainReader.unspent}. Best effort: never throws. */
    note: (transaction: NotedTransaction) => notes.note(transaction),
    /**
     * What nodes ask for relaying, satoshis for 1,000 bytes: the highest rate that a server reports, from 1,000 to the
     * configured bound; the last known rate if no server reports one. Never throws.
     */
    feeRate: async () => (await relayRates()).feeRate,
    /**
     * By what nodes compute their dust limit, satoshis for 1,000 bytes: the least that a server reports, or its relay fee where it
     * reports no limit. Never throws.
     */
    dustRate: async () => (await relayRates()).dustRate,
    /**
     * Has another server asked first for a while, where there is one: for contradictions that last, such as a history with
     * transactions that are nowhere.
     */
    doubt: (reason: string) => pool.doubt(reason),
    /** Calls back at each new tip, the present one first. @returns how to stop */
    subscribeTip: (listener: () => void) => tracker.onTip(listener),
    /** Calls back when a script's history changes, and once with the present state. @returns how to stop */
    subscribeScript(lockingBytecode: Uint8Array, listener: (change: ScriptChange) => void) {
      const scriptHash = scriptHashOf(lockingBytecode);
      return pool.subscriptions.scripthash(scriptHash, (status) =>
        listener({ status, hidden: histories.isHidden(scriptHash, status) }),
      );
    },
    /** Unix seconds when the tip was last reported; null before the first. */
    get tipReportedAt() {
      return tracker.reportedAt;
    },
    /** Whether a server in use currently reports everything that is subscribed to. */
    get hearsAll() {
      return pool.subscriptions.hearsAll;
    },
  };
};

/** The chain as the rest of the program reads it. Every method throws ChainUnavailableError when no server helps. */
export type ChainReader = ReturnType<typeof createChainReader>;
