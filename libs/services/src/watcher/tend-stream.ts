import type { StreamRecord } from '@weir/infra';
import { settlePayment } from '../payments/settle-payment.js';
import { onChain } from '../shared/chain-errors.js';
import { ServiceError } from '../shared/service-error.js';
import { isUnderNotice, noticeStep } from '../streams/find-clock.js';
import { sendRefund } from '../streams/refund-stream.js';
import type { StreamContext } from '../streams/stream-context.js';
import { protectRecipient } from './protect-stream.js';

/** A transaction the watcher sent. */
export interface WatcherAction {
  readonly kind: 'push' | 'refund' | 'settle';
  readonly txHash: string;
}

/** Remembers which states under notice owe their recipients nothing more, so that each is looked at once. */
export type TendedStates = Map<string, string>;

/** What ends a notice. */
const ENDINGS = {
  refund: async (id: string, context: StreamContext) => (await sendRefund(id, context)).txHash,
  settle: async (id: string, context: StreamContext) => (await settlePayment(id, context)).txHash,
} as const;

/** Ends a notice that is over. */
const endNotice = async (
  { id, refund, pause }: StreamRecord,
  context: StreamContext,
): Promise<WatcherAction | undefined> => {
  const availableAtHeight = (pause ?? refund)?.availableAtHeight ?? null;
  const { height } = await onChain(() => context.chain.tip());
  if (availableAtHeight === null || height + 1 < availableAtHeight) return undefined;
  const kind = pause === null ? 'refund' : 'settle';
  try {
    return { kind, txHash: await ENDINGS[kind](id, context) };
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'NOTICE_NOT_OVER') return undefined;
    throw error;
  }
};

/**
 * Keeps the parties of a stream under notice safe: pushes against a cancel or pause dated back, sends the refund or
 * settles the pause once the notice is over. Holds no key.
 *
 * @returns what was sent
 * @throws ServiceError CHAIN_UNAVAILABLE; BROADCAST_REJECTED when somebody else was faster
 */
export const tendStream = async (
  stream: StreamRecord,
  tended: TendedStates,
  context: StreamContext,
): Promise<WatcherAction | undefined> => {
  const { id, state } = stream;
  if (!isUnderNotice(stream) || state === null) {
    tended.delete(id);
    return undefined;
  }
  const began = noticeStep(await context.streams.transitionsOf(id));
  const block = began?.block?.hash;
  const key = `${state.txid} ${block ?? ''}`;
  if (tended.get(id) !== key) {
    const protection = await protectRecipient(stream, context);
    if (typeof protection === 'object') return { kind: 'push', txHash: protection.pushed };
    if (protection === 'for good' && block !== undefined) tended.set(id, key);
  }
  return endNotice(stream, context);
};
