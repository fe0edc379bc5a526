import { decodeTransaction, hexToBin } from '@bitauth/libauth';
import { BroadcastRejectedError, type ChainReader } from '@weir/infra';
import { ServiceError } from '../../shared/service-error.js';
import type { LaneTransaction } from '../chain/lane-transaction.js';

/** Makes the refusal of a transaction whose lane has moved since it was built. */
export const stateMoved = (cause?: unknown): ServiceError =>
  new ServiceError('STATE_MOVED', 'Another claim of the same lane came first: ask for a new claim', {}, { cause });

/**
 * Broadcasts a transaction that spends a lane.
 *
 * @returns its hash; undefined when another transaction spends the lane already
 * @throws ServiceError BROADCAST_REJECTED, CHAIN_UNAVAILABLE
 */
export const sendOnLane = async (chain: ChainReader, hex: string): Promise<string | undefined> => {
  try {
    return await chain.broadcast(hex);
  } catch (error) {
    if (error instanceof BroadcastRejectedError && error.areInputsGone) return undefined;
    throw error;
  }
};

/** Reads a transaction that was just sent as the chain would return it. */
export const sentTransaction = (txid: string, hex: string): LaneTransaction => {
  const transaction = decodeTransaction(hexToBin(hex));
  if (typeof transaction === 'string')
    throw new Error(`A transaction that the network took does not decode: ${transaction}`);
  return { txid, transaction };
};
