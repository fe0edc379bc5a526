import type { StreamRecord } from '@weir/infra';
import { onChain } from '../shared/chain-errors.js';
import { ServiceError } from '../shared/service-error.js';
import { findNotice, positionUnder } from '../streams/find-clock.js';
import { loadStream } from '../streams/load-stream.js';
import { recordBroadcast } from '../streams/record-broadcast.js';
import { noticeHeight } from '../streams/record-lineage.js';
import { noticeNotOver } from '../streams/refund-stream.js';
import type { StreamContext } from '../streams/stream-context.js';
import { syncStream } from '../streams/sync-stream.js';

/** A settling that was sent, and the row with it. */
export interface SentSettlement {
  readonly txHash: string;
  readonly payment: StreamRecord;
}

/**
 * Sends the keyless settling of a pause whose notice is over: from then on nothing falls due.
 *
 * @throws ServiceError NOT_FOUND, WRONG_STATE, NOTICE_NOT_OVER, BROADCAST_REJECTED, CHAIN_UNAVAILABLE
 */
export const settlePayment = async (id: string, context: StreamContext): Promise<SentSettlement> => {
  const payment = await syncStream(await loadStream(context, id), context);
  const { state, pause } = payment;
  const notice = pause?.settled === false ? await findNotice(payment, context) : undefined;
  if (state === null || notice === undefined) {
    throw new ServiceError('WRONG_STATE', `The payment is ${payment.status}: there is no pause to settle`, {
      status: payment.status,
    });
  }
  const availableAtHeight = noticeHeight(notice, payment.cancelNoticeBlocks);
  const { height } = await onChain(() => context.chain.tip());
  if (availableAtHeight === null || height + 1 < availableAtHeight) throw noticeNotOver(availableAtHeight, height);
  const end = positionUnder(payment, state, notice, context).noticeEnd();
  if (end?.kind !== 'settle') throw new Error(`Payment ${payment.streamId} is recorded as pausing and is not`);
  const { hex, txid } = end.build().transaction;
  await onChain(() => context.chain.broadcast(hex));
  return { txHash: txid, payment: await recordBroadcast(payment, txid, context) };
};
