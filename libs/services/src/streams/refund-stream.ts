import type { StreamRecord } from '@weir/infra';
import { onChain } from '../shared/chain-errors.js';
import { viewTime } from '../shared/chain-time.js';
import { ServiceError } from '../shared/service-error.js';
import { findNotice, positionUnder } from './find-clock.js';
import { loadStream } from './load-stream.js';
import { recordBroadcast } from './record-broadcast.js';
import { noticeHeight } from './record-lineage.js';
import type { StreamContext } from './stream-context.js';
import { toStreamView } from './stream-view.js';
import type { RefundResult } from './streams.types.js';
import { syncStream } from './sync-stream.js';

/** A refund on its way to the sender, and the row with it. */
export interface SentRefund {
  readonly txHash: string;
  readonly amount: bigint;
  readonly stream: StreamRecord;
}

const alreadySent = (stream: StreamRecord): SentRefund | undefined => {
  const { refund } = stream;
  if (refund?.txHash === null || refund?.txHash === undefined) return undefined;
  return { txHash: refund.txHash, amount: refund.amount, stream };
};

/** The refusal of what a notice forbids. */
export const noticeNotOver = (availableAtHeight: number | null, height: number): ServiceError =>
  new ServiceError(
    'NOTICE_NOT_OVER',
    availableAtHeight === null
      ? 'The notice starts when its transaction is mined, and it is not yet'
      : `The notice is not over: what follows it can be mined in block ${availableAtHeight}, and the next block is ${height + 1}`,
    { availableAtHeight, height },
  );

/**
 * Sends the keyless refund of what was cancelled, once its notice is over. A refund that was sent is answered again.
 *
 * @throws ServiceError NOT_FOUND, WRONG_STATE, NOTICE_NOT_OVER, BROADCAST_REJECTED, CHAIN_UNAVAILABLE
 */
export const sendRefund = async (id: string, context: StreamContext): Promise<SentRefund> => {
  const stored = await loadStream(context, id);
  const stream = await syncStream(stored, context);
  const sent = alreadySent(stream);
  if (sent !== undefined) return sent;
  const { state } = stream;
  const cancel = stream.status === 'CANCELLED' ? await findNotice(stream, context) : undefined;
  if (state === null || cancel === undefined) {
    throw new ServiceError('WRONG_STATE', `The ${stream.product} is ${stream.status}: there is no refund to send`, {
      status: stream.status,
    });
  }
  const availableAtHeight = noticeHeight(cancel, stream.cancelNoticeBlocks);
  const { height } = await onChain(() => context.chain.tip());
  if (availableAtHeight === null || height + 1 < availableAtHeight) throw noticeNotOver(availableAtHeight, height);

  const end = positionUnder(stream, state, cancel, context).noticeEnd();
  if (end?.kind !== 'refund') throw new Error(`${stream.streamId} is recorded as cancelled and is not`);
  const { transaction, amount } = end.build();
  await onChain(() => context.chain.broadcast(transaction.hex));
  const refunded = await recordBroadcast(stream, transaction.txid, context);
  return { txHash: transaction.txid, amount, stream: refunded };
};

/** Sends a stream's refund. See {@link StreamsService.refund}. */
export const refundStream = async (id: string, context: StreamContext): Promise<RefundResult> => {
  const { stream, ...sent } = await sendRefund(id, context);
  return { ...sent, stream: toStreamView(stream, await viewTime(context)) };
};
