import type { StreamRecord } from '@weir/infra';
import { viewTime } from '../../shared/chain-time.js';
import type { ServiceError } from '../../shared/service-error.js';
import { syncStream } from '../chain/sync-stream.js';
import { loadStream, wrongState } from '../load-stream.js';
import { toStreamView } from '../read/stream-view.js';
import type { StreamContext } from '../stream-context.js';
import { endNotice } from './end-notice.js';

/** A refund that was broadcast, and the row with it. */
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

const noRefund = (stream: StreamRecord): ServiceError => wrongState(stream, ': there is no refund to send');

/**
 * Sends the keyless refund of what was cancelled, once its notice is over, and before it the push of what the recipient is owed
 * up to then. A refund that was sent before is returned again.
 *
 * @throws ServiceError NOT_FOUND, WRONG_STATE, NOTICE_NOT_OVER, FEE_RATE_TOO_HIGH, BROADCAST_REJECTED, CHAIN_UNAVAILABLE
 */
export const sendRefund = async (context: StreamContext, id: string): Promise<SentRefund> => {
  const synced = await syncStream(context, await loadStream(context, id));
  const sent = alreadySent(synced);
  if (sent !== undefined) return sent;
  if (synced.status !== 'CANCELLED') throw noRefund(synced);
  const { ended, stream } = await endNotice(context, synced);
  if (ended !== undefined) return { ...ended, stream };
  // The push may have paid all there was, or somebody else may have sent the refund meanwhile.
  const others = alreadySent(stream);
  if (others === undefined) throw noRefund(stream);
  return others;
};

/** What the sender of a refund is told. */
export const REFUND_SENT = 'The refund is on its way to the sender';

/** Sends a stream's refund, as {@link sendRefund}. */
export const refundStream = async (context: StreamContext, id: string) => {
  const { stream, ...sent } = await sendRefund(context, id);
  return { message: REFUND_SENT, ...sent, stream: toStreamView(stream, await viewTime(context)) };
};
