import {
  BroadcastRejectedError,
  ChainLaggingError,
  type ChainReader,
  type ChainTransaction,
  ChainUnavailableError,
  HistoryHiddenError,
  TransactionHashInUseError,
  TransactionNotFoundError,
} from '@weir/infra';
import { ServiceError } from './service-error.js';

/** Says to clients why the chain cannot be read. Never in a server's own words, which may name it. */
const whyUnavailable = (error: ChainUnavailableError): string => {
  if (error instanceof ChainLaggingError) return 'All Electrum servers are behind a block seen before; retry shortly';
  if (error instanceof HistoryHiddenError) return 'The Electrum servers hide a transaction history; retry in a minute';
  return 'No Electrum server gives a usable answer; retry shortly';
};

/**
 * Returns the refusal that an error is: of the service as it is, of the chain as the service words it (CHAIN_UNAVAILABLE with
 * `retryAfterSeconds`, TX_NOT_FOUND, BROADCAST_REJECTED), and HASH_ALREADY_USED where a hash confirmed another record. Undefined
 * for any other error, which is a defect or the database's.
 *
 * `bindUseCases` calls it for everything that leaves a use case. Inside, the chain's errors keep their own classes.
 */
export const refusalOf = (error: unknown): ServiceError | undefined => {
  if (error instanceof ServiceError) return error;
  if (error instanceof ChainUnavailableError) {
    const details = { retryAfterSeconds: error.retryAfterSeconds };
    return new ServiceError('CHAIN_UNAVAILABLE', whyUnavailable(error), details, { cause: error });
  }
  if (error instanceof TransactionNotFoundError) {
    const message = 'The network does not know this transaction yet. Broadcast it, or retry in a few seconds';
    return new ServiceError('TX_NOT_FOUND', message, { txHash: error.txid }, { cause: error });
  }
  if (error instanceof BroadcastRejectedError) {
    return new ServiceError(
      'BROADCAST_REJECTED',
      `The network refused the transaction: ${error.reason}`,
      { reason: error.reason, inputsGone: error.areInputsGone },
      { cause: error },
    );
  }
  if (error instanceof TransactionHashInUseError) {
    const message = 'This transaction already confirmed another record; one hash confirms one record';
    const details = { txHash: error.txHash, resource: error.resourceType };
    return new ServiceError('HASH_ALREADY_USED', message, details, { cause: error });
  }
  return undefined;
};

const replaced = (txHash: string, replacedBy: string): ServiceError =>
  new ServiceError(
    'TX_REPLACED',
    'Another transaction spent the same coins and replaced this one for good. Read the record again, then request a new transaction',
    { txHash, replacedBy },
  );

/** What a confirm endpoint needs of its context. */
interface ConfirmContext {
  readonly chain: ChainReader;
  readonly minConfirmations: number;
}

/**
 * Returns the transaction that a confirm endpoint was given, once it has the confirmations that count.
 *
 * @param replacementOf finds what took the place of a transaction that was recorded before
 * @throws ServiceError TX_NOT_FOUND, TX_REPLACED, TX_UNCONFIRMED, CHAIN_UNAVAILABLE
 */
export const confirmedTransaction = async (
  { chain, minConfirmations }: ConfirmContext,
  txHash: string,
  replacementOf: (txHash: string) => Promise<string | undefined>,
): Promise<ChainTransaction> => {
  const transaction = await chain.transaction(txHash).catch(async (error: unknown) => {
    const replacedBy = error instanceof TransactionNotFoundError ? await replacementOf(txHash) : undefined;
    throw replacedBy === undefined ? error : replaced(txHash, replacedBy);
  });
  // The next request is then not offered coins that it spends.
  if (transaction.confirmations === 0) await chain.note(transaction);
  if (transaction.confirmations < minConfirmations) {
    const message = `The transaction has ${transaction.confirmations} of ${minConfirmations} confirmations; retry after the next block`;
    throw new ServiceError('TX_UNCONFIRMED', message, {
      txHash,
      confirmations: transaction.confirmations,
      needed: minConfirmations,
    });
  }
  return transaction;
};

/** What the answer of every confirm endpoint reports its transaction. */
export const confirmationOf = (message: string, { txid, confirmations, finality }: ChainTransaction) => ({
  message,
  txHash: txid,
  confirmations,
  finality,
});
