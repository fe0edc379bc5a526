import { TransactionHashInUseError } from '@weir/infra';
import { ServiceError } from './service-error.js';

/**
 * Runs the recording of a confirmed hash: one hash can confirm one resource.
 *
 * @throws ServiceError HASH_ALREADY_USED
 */
export const withUniqueHash = async <T>(record: () => Promise<T>): Promise<T> => {
  try {
    return await record();
  } catch (error) {
    if (!(error instanceof TransactionHashInUseError)) throw error;
    const message = 'This transaction has confirmed another resource already; one hash confirms one';
    throw new ServiceError(
      'HASH_ALREADY_USED',
      message,
      { txHash: error.txHash, resource: error.resourceType },
      { cause: error },
    );
  }
};
