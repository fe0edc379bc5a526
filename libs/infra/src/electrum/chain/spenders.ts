import { outpointKey, outpointOf, type Outpoint } from '@weir/covenants';
import { ChainUnavailableError, HistoryHiddenError, TransactionNotFoundError } from '../electrum-errors.js';
import type { ChainReader } from './chain-reader.js';
import type { ChainTransaction } from './chain-transaction.js';
import { TRANSACTIONS_AT_ONCE } from './read-transactions.js';
import { scriptHashOf } from './script-hash.js';
import type { HistoryEntry } from './unspent.js';

type Reader = Pick<ChainReader, 'history' | 'isUnspent' | 'transaction' | 'transactions'>;

/** How often a history is read anew because an entry of it was gone when it was read. */
const ATTEMPTS = 3;

/** Looks up spenders in a history, reading each transaction once, in order, and none more than it must. */
const createSpenderIndex = (reader: Reader, history: readonly HistoryEntry[]) => {
  const unread = history.map(({ txid }) => txid);
  const spenders = new Map<string, ChainTransaction>();
  return async (outpoint: Outpoint): Promise<ChainTransaction | undefined> => {
    while (!spenders.has(outpointKey(outpoint)) && unread.length > 0) {
      for (const transaction of await reader.transactions(unread.splice(0, TRANSACTIONS_AT_ONCE))) {
        for (const input of transaction.transaction.inputs) spenders.set(outpointKey(outpointOf(input)), transaction);
      }
    }
    return spenders.get(outpointKey(outpoint));
  };
};

/** Whether a transaction is mined; false as well where nobody knows it. */
const isMined = async (reader: Reader, txid: string): Promise<boolean> => {
  try {
    return (await reader.transaction(txid)).height !== undefined;
  } catch (error) {
    if (error instanceof TransactionNotFoundError) return false;
    throw error;
  }
};

/** The part of a script's history that can spend an outpoint: from the block that made it. */
const historyFrom = async (
  reader: Reader,
  { txid }: Outpoint,
  lockingBytecode: Uint8Array,
): Promise<HistoryEntry[]> => {
  const history = await reader.history(lockingBytecode);
  const origin = history.find((entry) => entry.txid === txid);
  // Not indexed yet, or dropped from the mempool; but a mined transaction is in the history of what it pays.
  if (origin === undefined && (await isMined(reader, txid)))
    throw new HistoryHiddenError(scriptHashOf(lockingBytecode));
  const since = origin?.height ?? 0;
  return history.filter(({ height }) => height <= 0 || (since > 0 && height >= since));
};

/**
 * Repeats a read when a transaction of the mempool was gone by the time it was read.
 *
 * @throws ChainUnavailableError when that happens again and again
 */
export const steadily = async <T>(work: () => Promise<T>): Promise<T> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof TransactionNotFoundError)) throw error;
      if (attempt === ATTEMPTS)
        throw new ChainUnavailableError('The history keeps changing while it is read', 1, { cause: error });
    }
  }
};

/**
 * Returns the transaction that spends an outpoint of a script, as far as the servers' index knows; undefined while it
 * is unspent.
 *
 * @throws HistoryHiddenError when the script's history is not shown
 * @throws ChainUnavailableError
 */
export const spenderOf = (
  reader: Reader,
  outpoint: Outpoint,
  lockingBytecode: Uint8Array,
): Promise<ChainTransaction | undefined> =>
  steadily(async () => {
    if (await reader.isUnspent(outpoint.txid, outpoint.vout)) return undefined;
    return createSpenderIndex(reader, await historyFrom(reader, outpoint, lockingBytecode))(outpoint);
  });

/**
 * Follows an outpoint of a script forward, from spender to spender, as far as the servers' index knows.
 *
 * @param step Told of each spender in order, once; returns the next outpoint, or undefined where the lineage ends.
 * @throws HistoryHiddenError when the script's history is not shown
 * @throws ChainUnavailableError
 */
export const walkForward = async (
  reader: Reader,
  from: Outpoint,
  lockingBytecode: Uint8Array,
  step: (transaction: ChainTransaction) => Outpoint | undefined,
): Promise<void> => {
  let outpoint: Outpoint | undefined = from;
  await steadily(async () => {
    if (outpoint === undefined || (await reader.isUnspent(outpoint.txid, outpoint.vout))) return;
    const findSpender = createSpenderIndex(reader, await historyFrom(reader, outpoint, lockingBytecode));
    while (outpoint !== undefined) {
      const spender: ChainTransaction | undefined = await findSpender(outpoint);
      if (spender === undefined) return;
      outpoint = step(spender);
    }
  });
};
