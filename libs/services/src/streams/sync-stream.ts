import { readVestingTransition } from '@weir/covenants';
import type { VestingCoin, VestingContract } from '@weir/covenants';
import { walkForward } from '@weir/infra';
import type { StreamRecord } from '@weir/infra';
import { onChain } from '../shared/chain-errors.js';
import { recordSteps } from './record-lineage.js';
import type { LineageStep } from './record-lineage.js';
import { coinOf, contractOf } from './stream-model.js';
import type { StreamContext } from './stream-context.js';

/** Follows a state to where it stands now, step by step. */
const stepsFrom = async (contract: VestingContract, from: VestingCoin, { chain }: StreamContext): Promise<LineageStep[]> => {
  const steps: LineageStep[] = [];
  let coin: VestingCoin | undefined = from;
  await walkForward(chain, from.outpoint, contract.lockingBytecode, (transaction) => {
    const transition = coin && readVestingTransition(contract, coin, transaction.txid, transaction.transaction);
    if (transition === undefined) return undefined;
    steps.push({ transition, transaction });
    coin = transition.next;
    return coin?.outpoint;
  });
  return steps;
};

/**
 * Brings a stored stream up to the chain: records transitions made by others (pushes, other clients, skipped confirms)
 * as `source: "chain"`. Reads the chain before it takes the row's lock, and records nothing when the row moved
 * meanwhile: then somebody else just did.
 *
 * @returns the row as it stands afterwards
 * @throws ServiceError CHAIN_UNAVAILABLE
 */
export const syncStream = async (stream: StreamRecord, context: StreamContext): Promise<StreamRecord> => {
  const coin = coinOf(stream.state);
  if (coin === undefined) return stream;
  const steps = await onChain(() => stepsFrom(contractOf(stream, context.network), coin, context));
  if (steps.length === 0) return stream;
  return context.streams.withStream(stream.id, async (scope) => {
    const { state } = scope.stream;
    if (state?.txid === coin.outpoint.txid && state.vout === coin.outpoint.vout) {
      await recordSteps(scope, steps, { confirmed: false, now: context.now() });
    }
    return scope.stream;
  });
};
