import type { StreamRecord } from '@weir/infra';
import { onChain } from '../shared/chain-errors.js';
import { ServiceError } from '../shared/service-error.js';
import { covenantOf } from './covenant/covenant-of.js';
import { findNotice } from './find-clock.js';
import { loadStream } from './load-stream.js';
import { recordBroadcast } from './record-broadcast.js';
import { noticeHeight } from './record-lineage.js';
import { viewTime } from './stream-context.js';
import type { StreamContext } from './stream-context.js';
import { toStreamView } from './stream-view.js';
import { syncStream } from './sync-stream.js';
import type { RefundResult } from './streams.types.js';

const alreadySent = async (stream: StreamRecord, context: StreamContext): Promise<RefundResult | undefined> => {
  const { refund } = stream;
  if (refund?.txHash === null || refund?.txHash === undefined) return undefined;
  return { txHash: refund.txHash, amount: refund.amount, stream: toStreamView(stream, await viewTime(context)) };
};

const noticeNotOver = (availableAtHeight: number | null, height: number): ServiceError =>
  new ServiceError(
    'NOTICE_NOT_OVER',
    availableAtHeight === null
      ? 'The notice starts when the cancel is mined, and it is not yet'
      : `The notice is not over: the refund can be mined in block ${availableAtHeight}, and the next block is ${height + 1}`,
    { availableAtHeight, height },
  );

/**
 * Sends the keyless refund of a cancelled stream once its notice is over. A refund that was sent is answered again.
 * See {@link StreamsService.refund}.
 */
export const refundStream = async (id: string, context: StreamContext): Promise<RefundResult> => {
  const stored = await loadStream(context, id);
  const stream = await syncStream(stored, context);
  const sent = await alreadySent(stream, context);
  if (sent !== undefined) return sent;
  const { state } = stream;
  const cancel = stream.status === 'CANCELLED' ? await findNotice(stream, context) : undefined;
  if (state === null || cancel === undefined) {
    throw new ServiceError('WRONG_STATE', `The ${stream.product} is ${stream.status}: there is no refund to send`, { status: stream.status });
  }
  const availableAtHeight = noticeHeight(cancel, stream.cancelNoticeBlocks);
  const { height } = await onChain(() => context.chain.tip());
  if (availableAtHeight === null || height + 1 < availableAtHeight) throw noticeNotOver(availableAtHeight, height);

  const covenant = covenantOf(stream, context.network);
  const { transaction, amount } = covenant.buildRefund(state, covenant.clockOf(cancel));
  await onChain(() => context.chain.broadcast(transaction.hex));
  const refunded = await recordBroadcast(stream, transaction.txid, context);
  return { txHash: transaction.txid, amount, stream: toStreamView(refunded, await viewTime(context)) };
};
