import { binsAreEqual, type Output, type TransactionCommon } from '@bitauth/libauth';
import { outpointOf, type Outpoint } from '@weir/covenants';
import { ChainUnavailableError, TransactionNotFoundError } from '../electrum-errors.js';
import type { ChainReader } from './chain-reader.js';
import type { ChainTransaction } from './chain-transaction.js';

/** A successor state stands at output 0, or behind the clock that its transaction starts. */
const LAST_STATE_OUTPUT = 1;

/** Distinguishes a contract's states from whatever else a transaction spends. */
export interface LineageReader {
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
  // Any other first input is no step of a lineage, unless it spends the recorded state.
  stateInputs: ({ inputs: [first] }) => (first !== undefined && first.outpointIndex <= LAST_STATE_OUTPUT ? [0] : []),
  isState: (output) => lockingBytecode === undefined || binsAreEqual(output.lockingBytecode, lockingBytecode),
});

/** Reads back from one input of a transaction to the next, within a number of transactions read. */
const createSteps = (reader: Pick<ChainReader, 'transaction'>, lineage: LineageReader, most: number) => {
  let read = 0;
  return async ({ transaction }: ChainTransaction): Promise<ChainTransaction | undefined> => {
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
export const walkBack = async (
  reader: Pick<ChainReader, 'transaction'>,
  from: ChainTransaction,
  to: Outpoint,
  { maxSteps, keep = maxSteps, lockingBytecode, lineage }: WalkBackOptions,
): Promise<ChainTransaction[] | undefined> => {
  const stepBack = createSteps(reader, lineage ?? byScript(lockingBytecode), maxSteps - 1);
  const path: ChainTransaction[] = [];
  for (let current: ChainTransaction | undefined = from; current !== undefined;) {
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
