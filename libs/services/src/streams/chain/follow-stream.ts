import type { ChainTransaction, StreamRecord, StreamScope } from '@weir/infra';
import { type Change, type ChainRecord, follow, type Look, recordChanges } from '../../shared/follow/follow.js';
import { stepsAlong, stepsForward } from '../../shared/follow/lineage.js';
import { ServiceError } from '../../shared/service-error.js';
import { loadStream, wordOf } from '../load-stream.js';
import type { StreamContext } from '../stream-context.js';
import { contractStateOf } from './find-clock.js';
import { type LineageStep, recordSteps, streamLineage } from './record-lineage.js';

/** Returns the change that records steps from a stream's state on. @param confirmed whether the last one was reported or asked for */
export const stepsChange =
  ({ now }: StreamContext, steps: readonly LineageStep[], confirmed: boolean): Change<StreamScope> =>
  (scope) =>
    recordSteps(scope, steps, { confirmed, now: now() });

/**
 * Returns a stream as a record that follows the chain.
 *
 * @param look reads the chain
 * @param attempts how often it starts over
 */
export const streamRecord = <Seen extends Look<StreamScope>>(
  context: StreamContext,
  id: string,
  look: (stream: StreamRecord) => Promise<Seen>,
  attempts = Infinity,
): ChainRecord<StreamRecord, StreamScope, Seen> => ({
  attempts,
  look,
  load: () => loadStream(context, id),
  lock: (work) => context.streams.withStream(id, work),
  isAsRead: ({ stream: { state, status } }, row) =>
    status === row.status && state?.txid === row.state?.txid && state?.vout === row.state?.vout,
  rowIn: ({ stream }) => stream,
  busy: (stream) =>
    new ServiceError('WRONG_STATE', `The ${wordOf(stream)} is changing; retry`, {
      status: stream.status,
      retryable: true,
    }),
});

/** Reads a stream's script from its state on. */
const lookForward = async (context: StreamContext, stream: StreamRecord): Promise<Look<StreamScope>> => {
  const start = await contractStateOf(context, stream);
  const lineage = start && streamLineage(context.contracts.of(stream));
  const steps = start && lineage ? await stepsForward(context.chain, lineage, start) : [];
  return { changes: steps.length === 0 ? [] : [stepsChange(context, steps, false)], isComplete: true };
};

/**
 * Brings a stored stream up to the chain: records transitions made by others (pushes, other clients, skipped confirms)
 * as `source: "chain"`.
 *
 * @returns the row as it is afterwards
 * @throws ServiceError CHAIN_UNAVAILABLE
 */
export const followStream = async (context: StreamContext, stream: StreamRecord): Promise<StreamRecord> => {
  const record = streamRecord(context, stream.id, (row) => lookForward(context, row));
  return (await follow(record, { row: stream })).row;
};

/**
 * Records a transition that is known to exist, on a stream as it was before. Changes nothing where somebody else recorded it
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
  const start = await contractStateOf(context, stream);
  const steps = start && stepsAlong(streamLineage(context.contracts.of(stream)), start, [transaction]);
  const record = streamRecord(context, stream.id, (row) => lookForward(context, row));
  const after = steps && (await recordChanges(record, stream, [stepsChange(context, steps, isAsked)]));
  return after ?? record.load();
};

/**
 * Records a transition this service has just broadcast: read back from the network, which knows it at once, since an
 * Electrum index may lag.
 */
export const recordBroadcast = async (context: StreamContext, stream: StreamRecord, txid: string, isAsked = false) =>
  recordTransaction(context, stream, await context.chain.transaction(txid), isAsked);
