import type { ClockCoin } from '@weir/covenants';
import type { ChainTransaction, StreamRecord } from '@weir/infra';
import { onChain } from '../shared/chain-errors.js';
import { covenantOf } from './covenant/covenant-of.js';
import type { StreamContext } from './stream-context.js';

/** The transaction that cancelled a stream, from the chain; undefined for one that was not cancelled. */
export const findCancel = async (stream: StreamRecord, { streams, chain }: StreamContext): Promise<ChainTransaction | undefined> => {
  if (stream.status !== 'CANCELLED') return undefined;
  const cancel = (await streams.transitionsOf(stream.id)).find(({ kind }) => kind === 'cancel');
  return cancel && (await onChain(() => chain.transaction(cancel.txHash)));
};

/** The clock of a cancelled stream: an output of its cancel, where it stays until the close. */
export const findClock = async (stream: StreamRecord, context: StreamContext): Promise<ClockCoin | undefined> => {
  const cancel = await findCancel(stream, context);
  return cancel && covenantOf(stream, context.network).clockOf(cancel);
};
