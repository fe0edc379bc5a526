import type { StreamRecord } from '@weir/infra';
import { confirmedTransaction } from '../../shared/chain-errors.js';
import { spendsCoinOf } from '../../shared/funded-by.js';
import { ServiceError } from '../../shared/service-error.js';
import { toStoredState } from '../contract/stored-stream.js';
import { loadStream, wordOf, wrongState } from '../load-stream.js';
import type { StreamContext } from '../stream-context.js';
import { assertHandedOut } from './place-of-locks.js';
import { recordFunding, type FoundFunding } from './record-funding.js';

/** Refuses a second funding; the recorded one may be confirmed again. @throws ServiceError WRONG_STATE */
const assertFundable = (stream: StreamRecord, txHash: string): void => {
  const fundingTxHash = stream.funding?.txHash ?? null;
  if (stream.status !== 'PENDING' && fundingTxHash !== txHash)
    throw wrongState(stream, '; only a PENDING one can be funded', { fundingTxHash });
};

const record = ({ streams, now }: StreamContext, stream: StreamRecord, found: Omit<FoundFunding, 'now' | 'source'>) =>
  streams.withStream(stream.id, async (scope) => {
    assertFundable(scope.stream, found.transaction.txid);
    if (scope.stream.status !== 'PENDING') return scope.stream;
    await recordFunding(scope, { ...found, source: 'confirm', now: now() });
    return scope.stream;
  });

/**
 * Verifies a funding on the chain and activates what it funds.
 *
 * @throws ServiceError NOT_FOUND, WRONG_STATE, TX_NOT_FOUND, TX_REPLACED, TX_UNCONFIRMED, TX_MISMATCH, HASH_ALREADY_USED, CHAIN_UNAVAILABLE
 */
export const verifyFunding = async (context: StreamContext, id: string, txHash: string) => {
  const stream = await loadStream(context, id);
  assertFundable(stream, txHash);
  const transaction = await confirmedTransaction(context, txHash, (lost) => context.streams.replacementOf(id, lost));
  const found = context.contracts.findDeployment(stream, txHash, transaction.transaction);
  if (!found.ok) {
    throw new ServiceError(
      'TX_MISMATCH',
      `The transaction does not fund this ${wordOf(stream)}: ${found.problems[0] ?? ''}`,
      { txHash, problems: found.problems },
    );
  }
  if (stream.contract === 'LOCK' && stream.status === 'PENDING')
    await assertHandedOut(context, stream.place.fundingId ?? '', transaction);
  const bySender = await spendsCoinOf(stream.senderHash, transaction, context.chain);
  const funding = { state: toStoredState(found.state), transaction, bySender };
  return { stream: await record(context, stream, funding), transaction };
};
