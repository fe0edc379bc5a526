import {
  BroadcastRejectedError,
  ChainUnavailableError,
  TransactionNotFoundError,
  type ChainReader,
  type ChainTransaction,
} from '@weir/infra';
import { ServiceError } from './service-error.js';

/**
 * Runs work on the chain, turning the infrastructure's errors into refusals of the service.
 *
 * @throws ServiceError CHAIN_UNAVAILABLE (with `retryAfterSeconds`), TX_NOT_FOUND, BROADCAST_REJECTED
 */
export const onChain = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ChainUnavailableError) {
      const details = { retryAfterSeconds: error.retryAfterSeconds };
      throw new ServiceError(
        'CHAIN_UNAVAILABLE',
        'No Electrum server answers at the moment; try again shortly',
        details,
        { cause: error },
      );
    }
    if (error instanceof TransactionNotFoundError) {
      const message = 'The network does not know this transaction yet; broadcast it, or ask again in a few seconds';
      throw new ServiceError('TX_NOT_FOUND', message, { txHash: error.txid }, { cause: error });
    }
    if (error instanceof BroadcastRejectedError) {
      throw new ServiceError(
        'BROADCAST_REJECTED',
        `The network refused the transaction: ${error.reason}`,
        { reason: error.reason },
        { cause: error },
      );
    }
    throw error;
  }
};

/**
 * The transaction a confirm endpoint was given, once it has the confirmations that count.
 *
 * @throws ServiceError TX_NOT_FOUND, TX_UNCONFIRMED, CHAIN_UNAVAILABLE
 */
export const confirmedTransaction = async (
  chain: ChainReader,
  txHash: string,
  minConfirmations: number,
): Promise<ChainTransaction> => {
  const transaction = await onChain(() => chain.transaction(txHash));
  if (transaction.confirmations < minConfirmations) {
    const message = `The transaction has ${transaction.confirmations} of ${minConfirmations} confirmations; ask again after the next block`;
    throw new ServiceError('TX_UNCONFIRMED', message, {
      txHash,
      confirmations: transaction.confirmations,
      needed: minConfirmations,
    });
  }
  // Whoever asks next is not offered what it spends.
  if (transaction.confirmations === 0) await chain.note(transaction);
  return transaction;
};
