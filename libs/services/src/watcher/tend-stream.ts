import type { StreamRecord } from '@weir/infra';
import { onChain } from '../shared/chain-errors.js';
import { ServiceError } from '../shared/service-error.js';
import { refundStream } from '../streams/refund-stream.js';
import type { StreamContext } from '../streams/stream-context.js';
import { protectRecipient } from './protect-stream.js';

/** A transaction the watcher sent. */
export interface WatcherAction {
  readonly kind: 'push' | 'refund';
  readonly txHash: string;
}

/** Remembers which cancelled states owe their recipients nothing more, so that each is looked at once. */
export type TendedStates = Map<string, string>;

/** The refund's hash where its notice is over. */
const sendRefund = async ({ id, refund }: StreamRecord, context: StreamContext): Promise<string | undefined> => {
  const availableAtHeight = refund?.availableAtHeight ?? null;
  const { height } = await onChain(() => context.chain.tip());
  if (availableAtHeight === null || height + 1 < availableAtHeight) return undefined;
  try {
    return (await refundStream(id, context)).txHash;
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'NOTICE_NOT_OVER') return undefined;
    throw error;
  }
};

/**
 * Keeps the parties of a cancelled stream safe: pushes against a cancel dated back, sends the refund once its notice is
 * over. Holds no key.
 *
 * @returns what was sent
 * @throws ServiceError CHAIN_UNAVAILABLE; BROADCAST_REJECTED when somebody else was faster
 */
export const tendStream = async (stream: StreamRecord, tended: TendedStates, context: StreamContext): Promise<WatcherAction | undefined> => {
  const { id, state, status } = stream;
  if (status !== 'CANCELLED' || state === null) {
    tended.delete(id);
    return undefined;
  }
  const cancelBlock = (await context.streams.transitionsOf(id)).find(({ kind }) => kind === 'cancel')?.block?.hash;
  const key = `${state.txid} ${cancelBlock ?? ''}`;
  if (tended.get(id) !== key) {
    const protection = await protectRecipient(stream, context);
    if (typeof protection === 'object') return { kind: 'push', txHash: protection.pushed };
    if (protection === 'for good' && cancelBlock !== undefined) tended.set(id, key);
  }
  const refund = await sendRefund(stream, context);
  return refund === undefined ? undefined : { kind: 'refund', txHash: refund };
};
