import { binsAreEqual, type Output, type TransactionCommon } from '@bitauth/libauth';
import { type Outpoint, outpointKey, outpointOf } from '@weir/covenants';
import { ChainUnavailableError, HistoryHiddenError, TransactionNotFoundError } from '../pool/electrum-errors.js';
import type { HistoryEntry } from './answers.js';
import type { ChainReader } from './chain-reader.js';
import { scriptHashOf } from './transaction-notes.js';
import { type ChainTransaction, TRANSACTIONS_AT_ONCE } from './transactions.js';

/** A successor state is at output 0, or behind the clock that its transaction starts. */
const LAST_STATE_OUTPUT = 1;

/** Distinguishes a contract's states from everything else a transaction spends. */
interface LineageReader {
  /** Inputs of a transaction that can spend a state. */
  stateInputs(transaction: TransactionCommon): readonly number[];
  /** Whether an output is a state, so that the walk may go on from it. */
  isState(output: Output): boolean;
}

/** Bounds of a walk back, and how the contract's states are recognised. */
export interface WalkBackOptions {
  /** Transactions of the longest path; as many are read. */
  readonly maxSteps: number;
  /** How many transactions are returned at most, the first ones of the path; all of them by default. */
  readonly keep?: number;
  /**
   * The contract's locking bytecode: the walk ends where an input does not spend from it, so that a transaction of
   * something else costs two reads and not `maxSteps`.
   */
  readonly lockingBytecode?: Uint8Array;
  /** Of contracts whose state may be spent at any input, beside those of siblings at the same address. */
  readonly lineage?: LineageReader;
}

/** A lineage by a contract's script, at first inputs. */
const byScript = (lockingBytecode: Uint8Array | undefined): LineageReader => ({
  // Any other first input is not a step of a lineage, unless it spends the recorded state.
  stateInputs: ({ inputs: [first] }) => (first !== undefined && first.outpointIndex <= LAST_STATE_OUTPUT ? [0] : []),
  isState: (output) => lockingBytecode === undefined || binsAreEqual(output.lockingBytecode, lockingBytecode),
});

/** The part of a transaction that a walk reads. */
type Decoded = Pick<ChainTransaction, 'transaction'>;

/** Reads back from one input of a transaction to the next, within a number of transactions read. */
const createSteps = (reader: Pick<ChainReader, 'transaction'>, lineage: LineageReader, most: number) => {
  let read = 0;
  return async ({ transaction }: Decoded): Promise<ChainTransaction | undefined> => {
    for (const index of lineage.stateInputs(transaction)) {
      const input = transaction.inputs[index];
      if (input === undefined || read >= most) return undefined;
      read += 1;
      const { txid, vout } = outpointOf(input);
      const parent = await parentOf(reader, txid);
      const state = parent.transaction.outputs[vout];
      if (state !== undefined && lineage.isState(state)) return parent;
    }
    return undefined;
  };
};

/**
 * Walks from a transaction back to the one that spends an outpoint: along first inputs, where covenants keep their
 * state, its successor among the first outputs; or along those that `lineage` names.
 *
 * @param from The latest transaction.
 * @returns the transactions in forward order, or undefined when the outpoint is not met within `maxSteps`
 * @throws ChainUnavailableError
 */
export const walkBack = async <From extends Decoded = ChainTransaction>(
  reader: Pick<ChainReader, 'transaction'>,
  from: From,
  to: Outpoint,
  { maxSteps, keep = maxSteps, lockingBytecode, lineage }: WalkBackOptions,
): Promise<(From | ChainTransaction)[] | undefined> => {
  const stepBack = createSteps(reader, lineage ?? byScript(lockingBytecode), maxSteps - 1);
  const path: (From | ChainTransaction)[] = [];
  for (let current: From | ChainTransaction | undefined = from; current !== undefined;) {
    path.push(current);
    if (path.length > keep) path.shift();
    const { inputs } = current.transaction;
    const spent = (lineage === undefined ? inputs.slice(0, 1) : inputs).map(outpointOf);
    if (spent.some(({ txid, vout }) => txid === to.txid && vout === to.vout)) return path.reverse();
    // The transaction that made the state was met, and another output of it was spent.
    if (lineage === undefined && spent.some(({ txid }) => txid === to.txid)) return undefined;
    current = await stepBack(current);
  }
  return undefined;
};

/** Returns a transaction; undefined where all servers deny knowing it. @throws ChainUnavailableError */
export const findTransaction = async (
  reader: Pick<ChainReader, 'transaction'>,
  txid: string,
): Promise<ChainTransaction | undefined> => {
  try {
    return await reader.transaction(txid);
  } catch (error) {
    if (error instanceof TransactionNotFoundError) return undefined;
    throw error;
  }
};

/** What a known transaction spends exists: servers that deny it do not have the chain at present. */
const parentOf = async (reader: Pick<ChainReader, 'transaction'>, txid: string): Promise<ChainTransaction> => {
  try {
    return await reader.transaction(txid);
  } catch (error) {
    if (!(error instanceof TransactionNotFoundError)) throw error;
    throw new ChainUnavailableError(`Transaction ${txid}, which another spends, cannot be read`, undefined, {
      cause: error,
    });
  }
};

type Reader = Pick<ChainReader, 'history' | 'isUnspent' | 'transaction' | 'transactions'>;

/** How often a history is read again because an entry of it was gone when it was read. */
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
const isMined = async (reader: Reader, txid: string): Promise<boolean> =>
  (await findTransaction(reader, txid))?.height !== undefined;

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

/** A coin, and the script that it is at. */
export interface PlacedCoin {
  readonly outpoint: Outpoint;
  readonly lockingBytecode: Uint8Array;
}

/**
 * Follows a coin forward, from spender to spender, as far as the servers' index knows. It may go on at another script: each script's
 * history is read as often as the coin comes to it.
 *
 * @param step called with each spender in order, once; returns the next coin, or undefined where the lineage ends.
 * @throws HistoryHiddenError when the history of one of the scripts is not shown
 * @throws ChainUnavailableError
 */
export const walkForward = async (
  reader: Reader,
  from: PlacedCoin,
  step: (transaction: ChainTransaction) => PlacedCoin | undefined,
): Promise<void> => {
  let coin: PlacedCoin | undefined = from;
  /** Follows it as long as it stays at its script. @returns whether it went on elsewhere */
  const walkScript = async ({ outpoint, lockingBytecode }: PlacedCoin): Promise<boolean> => {
    if (await reader.isUnspent(outpoint.txid, outpoint.vout)) return false;
    const findSpender = createSpenderIndex(reader, await historyFrom(reader, outpoint, lockingBytecode));
    while (coin !== undefined && binsAreEqual(coin.lockingBytecode, lockingBytecode)) {
      const spender = await findSpender(coin.outpoint);
      if (spender === undefined) return false;
      coin = step(spender);
    }
    return coin !== undefined;
  };
  await steadily(async () => {
    while (coin !== undefined && (await walkScript(coin)));
  });
};
