import type { ChainTransaction, StreamRecord, StreamState } from '@weir/infra';
import { confirmedTransaction } from '../shared/chain-errors.js';
import { ServiceError } from '../shared/service-error.js';
import { withUniqueHash } from '../shared/unique-hash.js';
import { confirmResult } from './confirm-result.js';
import { covenantOf } from './covenant/covenant-of.js';
import { loadStream } from './load-stream.js';
import { recordFunding } from './record-funding.js';
import type { StreamContext } from './stream-context.js';
import type { ConfirmResult } from './streams.types.js';

const wrongState = (stream: StreamRecord): ServiceError =>
  new ServiceError('WRONG_STATE', `The stream is ${stream.status}; only a PENDING stream can be funded`, {
    status: stream.status,
    fundingTxHash: stream.funding?.txHash ?? null,
  });

/** A row takes one funding: none yet, or this one again. */
const assertFundable = (stream: StreamRecord, txHash: string): void => {
  if (stream.status !== 'PENDING' && stream.funding?.txHash !== txHash) throw wrongState(stream);
};

const record = (stream: StreamRecord, state: StreamState, transaction: ChainTransaction, { streams, now }: StreamContext): Promise<StreamRecord> =>
  streams.withStream(stream.id, async (scope) => {
    assertFundable(scope.stream, transaction.txid);
    if (scope.stream.status !== 'PENDING') return scope.stream;
    await scope.useTransactionHash(transaction.txid);
    await recordFunding(scope, { state, transaction, source: 'confirm', now: now() });
    return scope.stream;
  });

/** Verifies a stream's funding on the chain and activates it. See {@link StreamsService.confirmFunding}. */
export const confirmFunding = async (id: string, txHash: string, context: StreamContext): Promise<ConfirmResult> => {
  const stream = await loadStream(context, id);
  assertFundable(stream, txHash);
  const transaction = await confirmedTransaction(context.chain, txHash, context.minConfirmations);
  const found = covenantOf(stream, context.network).findDeployment(transaction);
  if (!found.ok) {
    throw new ServiceError('TX_MISMATCH', `The transaction does not fund this stream: ${found.problems[0] ?? ''}`, { txHash, problems: found.problems });
  }
  const funded = await withUniqueHash(() => record(stream, found.state, transaction, context));
  return confirmResult('The stream is funded and active', transaction, funded, context);
};
