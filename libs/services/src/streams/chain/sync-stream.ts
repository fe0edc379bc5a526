import type { ContractState, StreamModel } from '@weir/covenants';
import { type ChainTransaction, type StreamRecord, walkForward } from '@weir/infra';
import type { StreamContext } from '../stream-context.js';
import { contractStateOf } from './find-clock.js';
import { type LineageStep, readLineage, readStep, recordSteps } from './record-lineage.js';

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
export const recordBroadcast = async (context: StreamContext, stream: StreamRecord, txid: string, isAsked = false) =>
  recordTransaction(context, stream, await context.chain.transaction(txid), isAsked);

/** Follows a state to where it is now, step by step. */
const stepsFrom = async ({ chain }: StreamContext, contract: StreamModel, from: ContractState) => {
  const steps: LineageStep[] = [];
  let state: ContractState | undefined = from;
  await walkForward(chain, from.outpoint, contract.lockingBytecode, (transaction) => {
    const read = state && readStep(contract, state, transaction);
    if (read === undefined) return undefined;
    steps.push(read);
    state = read.step.next;
    return state?.outpoint;
  });
  return steps;
};

/**
 * Brings a stored stream up to the chain: records transitions made by others (pushes, other clients, skipped confirms)
 * as `source: "chain"`. Reads the chain before it takes the row's lock, and records nothing when the row moved
 * meanwhile: then somebody else just did.
 *
 * @returns the row as it is afterwards
 * @throws ServiceError CHAIN_UNAVAILABLE
 */
export const syncStream = async (context: StreamContext, stream: StreamRecord): Promise<StreamRecord> => {
  const from = stream.state;
  if (from === null) return stream;
  const start = await contractStateOf(context, stream);
  const steps = start === undefined ? [] : await stepsFrom(context, context.contracts.of(stream), start);
  if (steps.length === 0) return stream;
  return context.streams.withStream(stream.id, async (scope) => {
    const { state } = scope.stream;
    if (state?.txid === from.txid && state.vout === from.vout) {
      await recordSteps(scope, steps, { confirmed: false, now: context.now() });
    }
    return scope.stream;
  });
};
