import { binToHex } from '@bitauth/libauth';
import type { Outpoint } from '@weir/covenants';
import { TransactionNotFoundError } from '../electrum-errors.js';
import type { ChainReader } from './chain-reader.js';
import type { ChainTransaction } from './chain-transaction.js';
import type { HistoryEntry } from './unspent.js';

/**
 * Walks from a transaction back along first inputs to the one that spends an outpoint: covenants keep their state at
 * input 0 and its successor at output 0, so that this is their lineage.
 *
 * @param from The latest transaction.
 * @returns the transactions in forward order, or undefined when the outpoint is not met within `maxSteps`
 * @throws ChainUnavailableError
 */
export const walkBack = async (
  reader: ChainReader,
  from: ChainTransaction,
  to: Outpoint,
  { maxSteps }: { readonly maxSteps: number },
): Promise<ChainTransaction[] | undefined> => {
  const path = [from];
  let current = from;
  while (path.length <= maxSteps) {
    const input = current.transaction.inputs[0];
    if (input === undefined) return undefined;
    const txid = binToHex(input.outpointTransactionHash);
    if (txid === to.txid) return input.outpointIndex === to.vout ? path.reverse() : undefined;
    // A successor state is output 0: any other first input is no step of a lineage, unless it is the recorded one.
    if (input.outpointIndex !== 0) return undefined;
    try {
      current = await reader.transaction(txid);
    } catch (error) {
      if (error instanceof TransactionNotFoundError) return undefined;
      throw error;
    }
    path.push(current);
  }
  return undefined;
};

/** Transactions of a history read at a time. */
const CHUNK = 25;

const outpointsOf = ({ transaction }: ChainTransaction): string[] =>
  transaction.inputs.map((input) => `${binToHex(input.outpointTransactionHash)}:${input.outpointIndex}`);

/** Looks up spenders in a history, reading each transaction once, the newest first, and none more than it must. */
const createSpenderIndex = (reader: ChainReader, history: readonly HistoryEntry[]) => {
  const unread = history.map(({ txid }) => txid);
  const spenders = new Map<string, ChainTransaction>();
  return async ({ txid, vout }: Outpoint): Promise<ChainTransaction | undefined> => {
    const wanted = `${txid}:${vout}`;
    while (!spenders.has(wanted) && unread.length > 0) {
      const chunk = await Promise.all(unread.splice(-CHUNK).map((next) => reader.transaction(next)));
      for (const transaction of chunk) for (const outpoint of outpointsOf(transaction)) spenders.set(outpoint, transaction);
    }
    return spenders.get(wanted);
  };
};

/**
 * Follows an outpoint of a script forward, from spender to spender, as far as the servers' index knows.
 *
 * @param step Told of each spender in order; returns the next outpoint, or undefined where the lineage ends.
 * @throws ChainUnavailableError
 */
export const walkForward = async (
  reader: ChainReader,
  from: Outpoint,
  lockingBytecode: Uint8Array,
  step: (transaction: ChainTransaction) => Outpoint | undefined,
): Promise<void> => {
  if (await reader.isUnspent(from.txid, from.vout)) return;
  const spenderOf = createSpenderIndex(reader, await reader.history(lockingBytecode));
  let outpoint: Outpoint | undefined = from;
  while (outpoint !== undefined) {
    const spender: ChainTransaction | undefined = await spenderOf(outpoint);
    outpoint = spender && step(spender);
  }
};
