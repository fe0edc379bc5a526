import type { ChainTransaction, StreamRecord } from '@weir/infra';
import { onChain } from '../../shared/chain-errors.js';
import type { StreamContext } from '../stream-context.js';
import { contractStateOf } from './find-clock.js';
import { readLineage, recordSteps } from './record-lineage.js';

/**
 * Records a transition that is known to exist, on a stream as it stood before. Changes nothing where somebody else recorded it
 * first, or where it is not a step of this stream.
 *
 * @param isAsked whether its party asked for it, as one who confirms does
 */
export const recordTransaction = async (
  context: StreamContext,
  stream: StreamRecord,
  transaction: ChainTransaction,
  isAsked = false,
): Promise<StreamRecord> => {
  const { state: from } = stream;
  const start = await contractStateOf(context, stream);
  const steps = start && readLineage(context.contracts.of(stream), start, [transaction]);
  return context.streams.withStream(stream.id, async (scope) => {
    const { state } = scope.stream;
    if (steps !== undefined && state?.txid === from?.txid && state?.vout === from?.vout) {
      await recordSteps(scope, steps, { confirmed: isAsked, now: context.now() });
    }
    return scope.stream;
  });
};

/**
 * Records a transition this service has just broadcast: read back from the network, which knows it at once, since an
 * Electrum index may lag.
 */
export const recordBroadcast = async (
  context: StreamContext,
  stream: StreamRecord,
  txid: string,
  isAsked = false,
): Promise<StreamRecord> =>
  recordTransaction(context, stream, await onChain(() => context.chain.transaction(txid)), isAsked);
