import { binsAreEqual, binToHex } from '@bitauth/libauth';
import type { Outpoint } from '@weir/covenants';
import { ChainUnavailableError, TransactionNotFoundError } from '../electrum-errors.js';
import type { ChainReader } from './chain-reader.js';
import type { ChainTransaction } from './chain-transaction.js';

/** A successor state stands at output 0, or behind the clock that its transaction starts. */
const LAST_STATE_OUTPUT = 1;

export interface WalkBackOptions {
  readonly maxSteps: number;
  /**
   * The contract's locking bytecode: the walk ends where an input does not spend from it, so that a transaction of
   * something else costs two reads and not `maxSteps`.
   */
  readonly lockingBytecode?: Uint8Array;
}

/**
 * Walks from a transaction back along first inputs to the one that spends an outpoint: covenants keep their state at
 * input 0 and its successor among the first outputs, so that this is their lineage.
 *
 * @param from The latest transaction.
 * @returns the transactions in forward order, or undefined when the outpoint is not met within `maxSteps`
 * @throws ChainUnavailableError
 */
export const walkBack = async (
  reader: Pick<ChainReader, 'transaction'>,
  from: ChainTransaction,
  to: Outpoint,
  { maxSteps, lockingBytecode }: WalkBackOptions,
): Promise<ChainTransaction[] | undefined> => {
  const path = [from];
  let current = from;
  while (path.length <= maxSteps) {
    const input = current.transaction.inputs[0];
    if (input === undefined) return undefined;
    const txid = binToHex(input.outpointTransactionHash);
    if (txid === to.txid) return input.outpointIndex === to.vout ? path.reverse() : undefined;
    // Any other first input is no step of a lineage, unless it spends the recorded state.
    if (input.outpointIndex > LAST_STATE_OUTPUT) return undefined;
    current = await parentOf(reader, txid);
    const state = current.transaction.outputs[input.outpointIndex];
    if (lockingBytecode !== undefined && (state === undefined || !binsAreEqual(state.lockingBytecode, lockingBytecode)))
      return undefined;
    path.push(current);
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
